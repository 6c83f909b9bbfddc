/** What the header said, or why it says nothing. */
export type ParsedKey = { key: string } | { problem: string };

/** A string of RFC 8941: printable ASCII in quotes, quotes and backslashes escaped. Parameters are not used. */
const structuredString = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** What most clients send instead: a UUID or a token without quotes. */
const bare = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Reads an `Idempotency-Key` header. The draft asks for a structured string; a bare token counts as the same key, since
 * refusing it would break more clients than it would protect.
 */
export function parseKeyHeader(value: string): ParsedKey {
  const text = value.trim();
  const quoted = structuredString.exec(text)?.[1];
  const key = quoted === undefined ? (bare.test(text) ? text : null) : quoted.replace(/\\(["\\])/g, "$1");
  if (key === null) return { problem: 'The header must hold one string, for instance "8e03978e-40d5-43dd-bc93-6894a57f9324".' };
  return { key };
}
