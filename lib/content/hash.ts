import { createHash } from "node:crypto";

/** Short hash of a text, hexadecimal. `length` in characters; every one adds four bits. */
export function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, length);
}
