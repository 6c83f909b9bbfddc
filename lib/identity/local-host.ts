/**
 * Whether the browser was asked for this very computer. A foreign name that was made to point here names itself in `Host`,
 * so that a page under that name, which is then "of the same origin", is told apart.
 */
export function isLocalHost(headers: Headers): boolean {
  const host = headers.get("host") ?? "";
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
