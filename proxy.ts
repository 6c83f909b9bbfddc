import { NextResponse, type NextRequest } from "next/server";
import { contentSecurityPolicy } from "@/lib/content-security-policy";
import { pathHeader } from "@/lib/request-path";

/**
 * Gives every page its own nonce. Next.js reads it from the policy on the *request* and puts it on its scripts; the
 * same policy on the *response* makes the browser refuse any other script.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy({ nonce, development: process.env.NODE_ENV === "development" });

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(pathHeader, request.nextUrl.pathname);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = {
  // Static files need no nonce. Worker files among them get a policy of their own in `next.config.ts`. The API has no
  // pages; and where this function runs, Next.js holds a request's body back until its end, which may never come.
  matcher: ["/((?!api/|_next/static|_next/image|engine/|editor/).*)"],
};
