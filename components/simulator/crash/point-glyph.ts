import type { Outcome } from "@/components/ui/outcome-glyph";
import type { CrashPoint } from "@/lib/simulator/explore/crash-scale";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import type { VerdictName } from "@/lib/simulator/scenario/scenario";

export const glyphs: Record<VerdictName, Outcome> = { double: "double", lost: "lost", wrong: "wrong", stuck: "stuck", ok: "one" };

/** Most effects of one kind and identity: as many coins the outcome has. */
export function mostEffects(counts: EffectCounts): number {
  return Math.max(0, ...Object.values(counts).flatMap((identities) => Object.values(identities)));
}

/** The worst outcome of a gap as coins. */
export function glyphOfPoint({ worstVerdict, worst }: CrashPoint): { outcome: Outcome; effects: number } {
  const shown = worst?.verdict === worstVerdict ? mostEffects(worst.frames.outcome.effects) : 2;
  return { outcome: glyphs[worstVerdict], effects: Math.max(2, shown) };
}
