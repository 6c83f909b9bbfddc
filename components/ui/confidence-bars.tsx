import { confidences, type Confidence } from "@/lib/progress/contract";

/** Three rising bars, as many of them inked as there was confidence. */
export function ConfidenceBars({ confidence }: { confidence: Confidence }) {
  const inked = confidences.indexOf(confidence);
  return (
    <svg viewBox="0 0 13 13" aria-hidden="true" fill="currentColor" className="size-[13px] flex-none">
      {confidences.map((level, bar) => (
        <rect key={level} x={bar * 5} y={8 - 4 * bar} width="3" height={5 + 4 * bar} opacity={bar > inked ? 0.28 : 1} />
      ))}
    </svg>
  );
}
