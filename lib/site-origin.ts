/**
 * The address that readers know this site by, for canonical links and preview images. `SITE_URL` when it is set
 * (behind a proxy, say); otherwise what the request was sent to.
 */
export function siteOrigin(requestHeaders: Pick<Headers, "get">): URL {
  if (process.env.SITE_URL) return new URL(process.env.SITE_URL);
  const host = requestHeaders.get("x-forwarded-host") ?? requestHeaders.get("host") ?? "localhost";
  const scheme = requestHeaders.get("x-forwarded-proto") ?? "http";
  const address = `${scheme}://${host}`;
  return new URL(URL.canParse(address) ? address : "http://localhost");
}
