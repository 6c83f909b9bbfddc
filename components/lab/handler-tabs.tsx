import type { Locale } from "@/lib/locale";
import type { HandlerDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface HandlerTabsProps {
  handlers: readonly HandlerDeclaration[];
  current: string;
  label: string;
  locale: Locale;
}

/** The handlers that are open, each a link: the page shows one at a time. */
export function HandlerTabs({ handlers, current, label, locale }: HandlerTabsProps) {
  return (
    <nav className={styles.handlers} aria-label={label}>
      <ul>
        {handlers.map(({ name, title }) => (
          <li key={name}>
            <a href={`?handler=${name}`} aria-current={name === current ? "page" : undefined}>
              {title[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
