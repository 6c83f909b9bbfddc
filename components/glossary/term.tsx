import { useId, type ReactNode } from "react";

interface TermProps {
  /** The entry of the glossary. */
  href: string;
  /** Name and definition, without links: nobody can reach what stands over the page only while it is pointed at. */
  gloss: ReactNode;
  children: ReactNode;
}

/**
 * A word that the glossary explains. The style sheet shows the definition while the word is hovered or has the focus;
 * the link leads to the entry, which is what a tap does.
 */
export function Term({ href, gloss, children }: TermProps) {
  const id = useId();
  return (
    <span className="term">
      <a href={href} aria-describedby={id}>
        {children}
      </a>
      <span role="tooltip" id={id}>
        {gloss}
      </span>
    </span>
  );
}
