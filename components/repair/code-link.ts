import { longestCode } from "@/lib/progress/proofs/contract";
import { longestMigration } from "@/lib/simulator/worker/protocol";
import type { OwnTexts } from "@/components/repair/own-texts";
import { fingerprint } from "@/lib/simulator/plain";

/** A handler on its way to somebody else. */
export interface LinkedCode extends OwnTexts {
  role: string;
  /** Of the scenario that it was written for. */
  scenarioVersion: string;
}

/** Longest compressed code in a link, in characters: programs that pass links on cut longer ones. */
export const longestLink = 6000;

export type MadeLink = { state: "link"; fragment: string } | { state: "too-long"; size: number };
export type ReadLink = { state: "none" } | { state: "damaged" } | ({ state: "code" } & LinkedCode);

/** The first form carries a handler alone; the second both texts. */
const [onlyHandler, withMigration] = ["1", "2"];

/**
 * The part of a URL fragment that carries a handler: form, role, version of the scenario, a check of the text, and the
 * text itself, deflated. A fragment is never sent to a server.
 */
export async function codeFragment({ role, scenarioVersion, source, migration }: LinkedCode): Promise<MadeLink> {
  const form = migration === "" ? onlyHandler : withMigration;
  const text = form === onlyHandler ? source : JSON.stringify([source, migration]);
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = toBase64(new Uint8Array(await new Response(deflated).arrayBuffer()));
  if (data.length > longestLink || source.length > longestCode || migration.length > longestMigration) return { state: "too-long", size: data.length };
  return { state: "link", fragment: `code=${[form, encodeURIComponent(role), scenarioVersion, fingerprint(text), data].join(".")}` };
}

/** Reads the handler that a fragment carries. Whatever else stands there is damaged, never half a handler. */
export async function codeInFragment(fragment: string): Promise<ReadLink> {
  const text = /[#&]code=([^&]*)/.exec(fragment)?.[1];
  if (text === undefined) return { state: "none" };
  const match = /^([12])\.([A-Za-z0-9_-]+)\.([0-9a-f]+)\.([0-9a-f]+)\.([A-Za-z0-9_-]+)$/.exec(text);
  if (!match || text.length > longestLink + 200) return { state: "damaged" };
  const [, form, role = "", scenarioVersion = "", check = "", data = ""] = match;
  const inside = await inflated(data).catch(() => null);
  if (inside === null || fingerprint(inside) !== check) return { state: "damaged" };
  const texts = form === withMigration ? bothTexts(inside) : inside.length <= longestCode ? { source: inside, migration: "" } : null;
  return texts ? { state: "code", role, scenarioVersion, ...texts } : { state: "damaged" };
}

function bothTexts(text: string): OwnTexts | null {
  try {
    const texts: unknown = JSON.parse(text);
    if (!Array.isArray(texts) || texts.length !== 2) return null;
    const [source, migration] = texts as unknown[];
    if (typeof source !== "string" || typeof migration !== "string") return null;
    return source.length <= longestCode && migration.length <= longestMigration ? { source, migration } : null;
  } catch {
    return null;
  }
}

/** The same fragment without the handler. */
export function withoutCode(fragment: string): string {
  return fragment.replace(/&?code=[^&]*/, "");
}

/** Of both texts as JSON, where every sign may be an escape. */
const longestText = 6 * (longestCode + longestMigration);

/** @throws for what is no deflated text, or one that is longer than two texts may be: a small link can hold a huge one */
async function inflated(data: string): Promise<string> {
  const stream = new Blob([fromBase64(data)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    if (text.length > longestText) {
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
