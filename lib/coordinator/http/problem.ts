/** An error response in the form of RFC 9457. `type` names the problem for programs, `detail` tells people what to do. */
export function problem(
  status: number,
  name: string,
  title: string,
  detail: string,
  { retryAfterMs }: { retryAfterMs?: number } = {},
): Response {
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (retryAfterMs !== undefined) headers.set("retry-after", String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  const body = { type: `urn:problem:idempotency:${name}`, title, status, detail };
  return new Response(JSON.stringify(body), { status, headers });
}
