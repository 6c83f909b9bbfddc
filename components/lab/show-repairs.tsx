"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { newAttemptId } from "@/lib/outbox/attempt-id";
import type { Locale } from "@/lib/locale";
import type { AttemptRequest } from "@/lib/progress/contract";
import styles from "@/components/lab/lab.module.css";

interface ShowRepairsProps {
  questions: readonly Pick<AttemptRequest, "question" | "version" | "shownOrder">[];
  words: { giveUp: string; note: string; failed: string };
  locale: Locale;
}

/** Gives up the questions that keep the repairs closed, one after the other, and shows the page again. */
export function ShowRepairs({ questions, words, locale }: ShowRepairsProps) {
  const router = useRouter();
  const [state, setState] = useState<"closed" | "asking" | "failed">("closed");

  async function giveUp() {
    setState("asking");
    for (const question of questions) {
      const request: AttemptRequest = {
        ...question,
        id: newAttemptId(),
        answer: null,
        confidence: null,
        locale,
        context: "lesson",
        answeredAt: new Date().toISOString(),
      };
      const response = await fetch("/api/attempts", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
      }).catch(() => null);
      // One that was settled elsewhere meanwhile is as good.
      if (response?.ok || response?.status === 409) continue;
      setState("failed");
      return;
    }
    router.refresh();
  }

  return (
    <div>
      <button type="button" className="text-button" aria-disabled={state === "asking"} onClick={state === "asking" ? undefined : () => void giveUp()}>
        {words.giveUp}
      </button>
      <p className={styles.fine}>{words.note}</p>
      <p role="status">{state === "failed" ? words.failed : ""}</p>
    </div>
  );
}
