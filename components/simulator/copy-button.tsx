import { useState } from "react";
import styles from "@/components/simulator/simulator.module.css";

interface CopyButtonProps {
  /** What it copies, in short: once this changes, it no longer says that it has copied. */
  of: string;
  /** Makes the text, at the press. */
  text: () => string;
  /** True where the text stands somewhere else as well: then a clipboard that is out of reach is no loss. */
  shown?: boolean;
  label: string;
  copied: string;
}

/** Writes a text into the clipboard and says so. */
export function CopyButton({ of, text, shown = false, label, copied }: CopyButtonProps) {
  const [latest, setLatest] = useState<string | null>(null);

  async function copy() {
    const made = text();
    const isWritten = await navigator.clipboard?.writeText(made).then(() => true, () => false);
    if (isWritten || shown) setLatest(of);
  }

  return (
    <p className={styles.link}>
      <span role="status">{latest === of ? copied : ""}</span>
      <button type="button" className="text-button" onClick={() => void copy()}>
        {label}
      </button>
    </p>
  );
}
