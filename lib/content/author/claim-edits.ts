import { isMap, isNode, parseDocument } from "yaml";
import type { Stated } from "../claims/compare";
import type { ClaimResult } from "../claims/execute";
import type { Place } from "../problem";
import type { ClaimEdit } from "./contract";

/**
 * What a file would have to say so that a claim states what was computed: only fields that it has, and only where they
 * differ. Empty where nothing was computed, or where the claim cannot be found at its place.
 */
export function claimEdits(text: string, place: Place, stated: Stated, result: ClaimResult): ClaimEdit[] {
  const counts = result.counts[stated.effect ?? ""];
  if (result.stopped !== null) return [];
  const computed: Record<ClaimEdit["field"], string | null> = {
    min: stated.min === null || counts?.[0] === undefined ? null : String(counts[0]),
    max: stated.max === null || counts?.at(-1) === undefined ? null : String(counts.at(-1)),
    set: stated.set === null || !counts ? null : `[${counts.join(", ")}]`,
    verdict: stated.verdict === null ? null : result.verdict,
  };
  const start = offsetOf(text, place);
  // The indentation of the first line makes it parse like the others.
  const indent = " ".repeat(place.column - 1);
  const claim = parseDocument(indent + text.slice(start), { logLevel: "silent" }).contents;
  if (!isMap(claim)) return [];
  return (["min", "max", "set", "verdict"] as const).flatMap((field): ClaimEdit[] => {
    const to = computed[field];
    const node = claim.get(field, true);
    if (to === null || !isNode(node) || !node.range) return [];
    const at = start - indent.length + node.range[0];
    const from = text.slice(at, start - indent.length + node.range[1]);
    return isSame(from, to) ? [] : [{ field, at, from, to }];
  });
}

/** The text with its edits made. Throws when it does not hold what they replace. */
export function edited(text: string, edits: readonly ClaimEdit[]): string {
  return edits.toSorted((a, b) => b.at - a.at).reduce((before, { at, from, to }) => {
    if (before.slice(at, at + from.length) !== from) throw new Error(`"${from}" does not stand at ${at}`);
    return before.slice(0, at) + to + before.slice(at + from.length);
  }, text);
}

function isSame(from: string, to: string): boolean {
  return from.replace(/\s/g, "") === to.replace(/\s/g, "");
}

function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}
