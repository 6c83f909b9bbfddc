import type { Codec } from "../codec";

/** The part of a response that is kept and replayed. */
export interface StoredResponse {
  status: number;
  headers: [name: string, value: string][];
  /** base64, since a body may be anything */
  body: string;
}

/** Never kept, whatever a caller allows: they belong to one connection or one person. */
const never = new Set(["set-cookie", "connection", "keep-alive", "transfer-encoding", "date", "content-length"]);

export async function storeResponse(response: Response, allowedHeaders: readonly string[]): Promise<StoredResponse> {
  const allowed = new Set(allowedHeaders.map((name) => name.toLowerCase()).filter((name) => !never.has(name)));
  const headers = [...response.headers].filter(([name]) => allowed.has(name));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers, body: toBase64(bytes) };
}

/** Marked as a replay, so that a client can tell. */
export function restoreResponse({ status, headers, body }: StoredResponse): Response {
  const restored = new Headers([...headers, ["idempotent-replayed", "true"]]);
  const hasNoBody = status === 101 || status === 204 || status === 205 || status === 304;
  return new Response(hasNoBody ? null : fromBase64(body), { status, headers: restored });
}

/** @throws {TypeError} on text that is no stored response */
export const storedResponseCodec: Codec<StoredResponse> = {
  encode: (response) => JSON.stringify(response),
  decode(text) {
    const response = JSON.parse(text) as Partial<StoredResponse>;
    const { status, headers, body } = response;
    if (typeof status !== "number" || !Array.isArray(headers) || typeof body !== "string") {
      throw new TypeError("it is no stored response");
    }
    return { status, headers, body };
  },
};

/** `btoa` takes characters, and an argument list has a limit. */
const chunkBytes = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let characters = "";
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    characters += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  }
  return btoa(characters);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
