import styles from "@/components/lab/lab.module.css";

interface HandlerTabsProps {
  handlers: readonly { name: string; title: string; address: string }[];
  current: string;
  label: string;
}

/** The handlers that are open, each a link that keeps the bounds: the page shows one at a time. */
export function HandlerTabs({ handlers, current, label }: HandlerTabsProps) {
  return (
    <nav className={styles.handlers} aria-label={label}>
      <ul>
        {handlers.map(({ name, title, address }) => (
          <li key={name}>
            <a href={address} aria-current={name === current ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
