import { NextResponse, type NextRequest } from "next/server";
import { contentSecurityPolicy } from "@/lib/content-security-policy";
import { localeOfPath } from "@/lib/locale";
import { pathHeader } from "@/lib/request-path";

/** No route has this path, so it is answered by `app/global-not-found.tsx`. */
const nowhere = "/-/-/-";

/**
 * Gives every page its own nonce. Next.js reads it from the policy on the *request* and puts it on its scripts; the
 * same policy on the *response* makes the browser refuse any other script.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy({ nonce, development: process.env.NODE_ENV === "development" });
  const { pathname } = request.nextUrl;

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(pathHeader, pathname);
  const response = mayExist(pathname)
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(nowhere, request.url), { request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/**
 * A foreign language would match the route of ours and be refused only while rendering, too late for a page that is
 * complete without scripts.
 */
function mayExist(path: string): boolean {
  return path === "/" || path === "/bare" || path.includes(".") || localeOfPath(path) !== null;
}

export const config = {
  // Static files need no nonce. Worker files among them get a policy of their own in `next.config.ts`. The API has no
  // pages; and where this function runs, Next.js holds a request's body back until its end, which may never come.
  matcher: ["/((?!api/|_next/static|_next/image|engine/).*)"],
};
