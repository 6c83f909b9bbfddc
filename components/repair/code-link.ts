import { longestCode } from "@/lib/progress/proofs/contract";
import { fingerprint } from "@/lib/simulator/plain";

/** A handler on its way to somebody else. */
export interface LinkedCode {
  role: string;
  /** Of the scenario that it was written for. */
  scenarioVersion: string;
  source: string;
}

/** Longest compressed code in a link, in characters: programs that pass links on cut longer ones. */
export const longestLink = 6000;

export type MadeLink = { state: "link"; fragment: string } | { state: "too-long"; size: number };
export type ReadLink = { state: "none" } | { state: "damaged" } | ({ state: "code" } & LinkedCode);

/**
 * The part of a URL fragment that carries a handler: form, role, version of the scenario, a check of the text, and the
 * text itself, deflated. A fragment is never sent to a server.
 */
export async function codeFragment({ role, scenarioVersion, source }: LinkedCode): Promise<MadeLink> {
  const deflated = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = toBase64(new Uint8Array(await new Response(deflated).arrayBuffer()));
  if (data.length > longestLink || source.length > longestCode) return { state: "too-long", size: data.length };
  return { state: "link", fragment: `code=${["1", encodeURIComponent(role), scenarioVersion, fingerprint(source), data].join(".")}` };
}

/** Reads the handler that a fragment carries. Whatever else stands there is damaged, never half a handler. */
export async function codeInFragment(fragment: string): Promise<ReadLink> {
  const text = /[#&]code=([^&]*)/.exec(fragment)?.[1];
  if (text === undefined) return { state: "none" };
  const match = /^1\.([A-Za-z0-9_-]+)\.([0-9a-f]+)\.([0-9a-f]+)\.([A-Za-z0-9_-]+)$/.exec(text);
  if (!match || text.length > longestLink + 200) return { state: "damaged" };
  const [, role = "", scenarioVersion = "", check = "", data = ""] = match;
  const source = await inflated(data).catch(() => null);
  if (source === null || fingerprint(source) !== check) return { state: "damaged" };
  return { state: "code", role, scenarioVersion, source };
}

/** The same fragment without the handler. */
export function withoutCode(fragment: string): string {
  return fragment.replace(/&?code=[^&]*/, "");
}

/** @throws for what is no deflated text, or one that is longer than a handler may be: a small link can hold a huge text */
async function inflated(data: string): Promise<string> {
  const stream = new Blob([fromBase64(data)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    if (text.length > longestCode) {
      await reader.cancel();
      throw new Error("longer than a handler may be");
    }
    if (done) return text;
  }
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}
