/**
 * The policy of a page: nothing but this server, no script that this request did not issue itself, no inline style.
 *
 * `nonce` is base64, fresh for every request. `development` adds `'unsafe-eval'`, which React's development build
 * needs for readable stacks, and the inline styles of the development overlay.
 */
export function contentSecurityPolicy({ nonce, development }: { nonce: string; development: boolean }): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    "style-src": ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
