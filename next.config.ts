import type { NextConfig } from "next";
import { locales } from "./lib/locale";

/**
 * Headers that are the same for every response, static files included. The content security policy of pages is not
 * here: it carries a nonce per request and is set in `proxy.ts`.
 */
const constantHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()",
  },
];

/**
 * The simulator's worker runs under the policy of its own file. WebAssembly is allowed there and on no page; it reaches
 * nothing but the files beside it.
 */
const engineHeaders = [
  { key: "Content-Security-Policy", value: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" },
];

/**
 * A foreign language would match the route of ours and be refused only while rendering, too late for a page that is
 * complete without scripts. No route has the destination, so `app/global-not-found.tsx` answers.
 */
const foreignPaths = { source: `/:path((?!(?:${locales.join("|")})(?:/|$)).+)`, destination: "/-/-/-" };

const config: NextConfig = {
  reactStrictMode: true,
  // `npm test` checks the types. Who starts the app need not wait for that.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // Every page is rendered on request, so titles and alternates can be in the head from the first byte for everybody.
  htmlLimitedBots: /.*/,
  experimental: {
    // Route types are found through `next-env.d.ts`; without this every other `distDir` would be written into tsconfig.json.
    strictRouteTypes: true,
    // There is no root layout that a missing page could stand in: each language has its own, and `/bare` has one too.
    globalNotFound: true,
  },
  rewrites: async () => ({ beforeFiles: [], afterFiles: [foreignPaths], fallback: [] }),
  headers: async () => [
    { source: "/:path*", headers: constantHeaders },
    { source: "/engine/:path*", headers: engineHeaders },
  ],
};

export default config;
