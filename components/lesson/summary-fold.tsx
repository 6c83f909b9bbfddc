"use client";

import type { ReactNode } from "react";
import { useMarks } from "@/components/lesson/lesson-context";
import styles from "@/components/lesson/prose.module.css";

/** The summary gives answers away, so it stays folded until every question is done or the reader opens it. */
export function SummaryFold({ label, children }: { label: string; children: ReactNode }) {
  const done = Object.values(useMarks()).every((mark) => mark === "done");
  return (
    <details className={styles.summary} open={done}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
