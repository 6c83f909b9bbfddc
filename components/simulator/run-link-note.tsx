import { useEffect } from "react";
import { useRunLink } from "@/components/simulator/use-run-link";
import styles from "@/components/simulator/run-link-note.module.css";

/**
 * Under a question whose run the address names, as long as it is not answered: a run would give the answer away. Brings
 * the reader to the question, which the browser cannot do with such a fragment.
 */
export function RunLinkNote({ anchor, text }: { anchor: string; text: string }) {
  const link = useRunLink(anchor);
  useEffect(() => {
    if (link) document.getElementById(anchor)?.scrollIntoView();
  }, [link, anchor]);
  return link && <p className={styles.note}>{text}</p>;
}
