import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AuthorState } from "./contract";

/** Where `npm run content:dev` leaves what it has found. */
export const authorStateFile = join("generated", "author.json");

/**
 * Whether this server may show keys and write into `content/`: a development server that `npm run content:dev` has
 * started. A built app never does, whatever its environment says.
 */
export function isAuthoring(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env.NODE_ENV === "development" && env.CONTENT_AUTHORING === "1";
}

/** What was found last below `root`; null before anything was. */
export function readAuthorState(root: string): AuthorState | null {
  const file = join(root, authorStateFile);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  return JSON.parse(readFileSync(file, "utf8")) as AuthorState;
}
