import type { QuestionState } from "@/lib/progress/contract";

/** What a dot says: not answered for good yet, answered right, answered wrong or given up. Being wrong is not red. */
export function dotKind(state: QuestionState): "ahead" | "right" | "wrong" {
  switch (state) {
    case "open":
    case "second-try":
      return "ahead";
    case "right-first":
    case "right-second":
      return "right";
    case "wrong":
    case "gave-up":
      return "wrong";
  }
}

/** One question as a dot around the origin: an open ring, a filled disc, or a half-filled one. */
export function StateDot({ state }: { state: QuestionState }) {
  switch (dotKind(state)) {
    case "ahead":
      return <circle r="4.5" className="fill-paper stroke-rule-2 stroke-[1.5]" />;
    case "right":
      return <circle r="5" className="fill-ink" />;
    case "wrong":
      return (
        <>
          <circle r="5" className="fill-paper stroke-ink stroke-2" />
          <path d="M0 -5A5 5 0 0 0 0 5Z" className="fill-ink" />
        </>
      );
  }
}

/** The same dot among words. */
export function StateDotIcon({ state }: { state: QuestionState }) {
  return (
    <svg viewBox="-6.5 -6.5 13 13" aria-hidden="true" className="size-[13px] flex-none">
      <StateDot state={state} />
    </svg>
  );
}
