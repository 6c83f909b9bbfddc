import type { Random } from "../environment";

/** Reproducible randomness (mulberry32). Good enough to tell owners apart, never for production. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    token: () => Array.from({ length: 4 }, () => next().toString(16).padStart(8, "0")).join(""),
    fraction: () => next() / 0x100000000,
  };
}
