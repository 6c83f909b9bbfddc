/**
 * Whether a request that changes something came from a page of ours, or from no page at all (a command line).
 *
 * Browsers say it in `Sec-Fetch-Site`, which no page can forge; a sibling subdomain (`same-site`) is foreign too. Older
 * browsers send only `Origin`, which then has to name the host that was asked, as the outermost proxy saw it.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  if (origin === null) return true;
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === host;
}
