import type { Rich } from "@/lib/content/compiled";

/** The words of a text, for names that cannot be formatted. */
export function plainText(rich: Rich): string {
  return rich.map((node) => (typeof node === "string" ? node : plainText(node.children))).join("");
}
