import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { shortHash } from "../hash";
import { edited } from "./claim-edits";
import { readAuthorState } from "./state";

/** `unknown`: no such claim, or nothing to write. `changed`: the file is no longer the one whose claims were executed. */
export type WrittenClaim = "written" | "unknown" | "changed" | "outside";

/**
 * Puts what was computed for a claim into the file that states it. What is written and where comes from the state that
 * `content:dev` has left, never from the request: it names a claim and the file's hash as the author saw it.
 */
export function writeClaim(root: string, { claim: id, fileHash }: { claim: string; fileHash: string }): WrittenClaim {
  const subjects = Object.values(readAuthorState(root)?.subjects ?? {});
  const claim = subjects.flatMap(({ claims }) => claims ?? []).find((candidate) => candidate.id === id);
  if (!claim || claim.edits.length === 0) return "unknown";
  const content = realpathSync(join(root, "content"));
  const named = join(content, claim.id.split(":")[0] ?? "");
  if (!statSync(named, { throwIfNoEntry: false })?.isFile()) return "changed";
  const file = realpathSync(named);
  if (!file.startsWith(content + sep)) return "outside";
  const text = readFileSync(file, "utf8");
  if (claim.fileHash !== fileHash || shortHash(text, 32) !== fileHash) return "changed";
  writeFileSync(`${file}.${process.pid}~`, edited(text, claim.edits));
  renameSync(`${file}.${process.pid}~`, file);
  return "written";
}
