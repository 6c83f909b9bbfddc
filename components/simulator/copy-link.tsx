import { useState } from "react";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import styles from "@/components/simulator/simulator.module.css";

/** Writes the address of what is shown into the browser's bar and the clipboard. `address` is a fragment. */
export function CopyLink({ address, words }: { address: string; words: SimulatorWords }) {
  const [copied, setCopied] = useState("");

  async function copy() {
    window.history.replaceState(window.history.state, "", address);
    // Where the clipboard is out of reach, the address stands in the bar.
    await navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
    setCopied(address);
  }

  return (
    <p className={styles.link}>
      <span role="status">{copied === address ? words.copied : ""}</span>
      <button type="button" className="text-button" onClick={() => void copy()}>
        {words.copyLink}
      </button>
    </p>
  );
}
