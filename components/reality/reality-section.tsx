import type { ReactNode } from "react";

interface RealitySectionProps {
  id: string;
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** A section of the page on reality: its rule, its head, what it says, and its figure. */
export function RealitySection({ id, title, lead, children }: RealitySectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="section mt-12">
      <h2 id={`${id}-title`} className="section-title">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[66ch] text-2 text-ink-2">{lead}</p>}
      {children}
    </section>
  );
}
