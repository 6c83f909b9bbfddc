import { preferredLocale } from "@/lib/accept-language";

/** The address without a language leads to the reader's own. */
export function GET(request: Request): Response {
  const locale = preferredLocale(request.headers.get("accept-language"));
  const { search } = new URL(request.url);
  return new Response(null, {
    status: 307,
    headers: { Location: `/${locale}${search}`, Vary: "Accept-Language", "Cache-Control": "no-store" },
  });
}
