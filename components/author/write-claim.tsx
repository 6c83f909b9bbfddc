"use client";

import { useState } from "react";
import styles from "@/components/author/author.module.css";

interface WriteClaimProps {
  claim: string;
  fileHash: string;
  words: { write: string; written: string; changed: string; refused: string };
}

/** Puts the computed numbers into the file. What was saved meanwhile is never overwritten: the server compares the hash. */
export function WriteClaim({ claim, fileHash, words }: WriteClaimProps) {
  const [said, setSaid] = useState("");
  async function write() {
    const body = JSON.stringify({ claim, fileHash });
    const response = await fetch("/api/author/claims", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    setSaid(response?.ok ? words.written : response?.status === 409 ? words.changed : words.refused);
  }
  return (
    <p className={styles.write}>
      <button type="button" onClick={write}>
        {words.write}
      </button>
      <span role="status">{said}</span>
    </p>
  );
}
