import styles from "@/components/lab/lab.module.css";

interface HandlerTabsProps {
  handlers: readonly { name: string; title: string; address: string }[];
  current: string;
  choose: (name: string) => void;
  label: string;
}

/** The handlers that are open, each a link that keeps the bounds. With scripts it changes the handler in place. */
export function HandlerTabs({ handlers, current, choose, label }: HandlerTabsProps) {
  return (
    <nav className={styles.handlers} aria-label={label}>
      <ul>
        {handlers.map(({ name, title, address }) => (
          <li key={name}>
            <a
              href={address}
              aria-current={name === current ? "page" : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                choose(name);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
