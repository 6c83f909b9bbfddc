import "server-only";
import type { RealityResult } from "./result";
import recorded from "./result.json";

/** The latest result of a long check that was written down with `npm run reality -- --record`. */
export const recordedResult: RealityResult = recorded as RealityResult;
