import { readdirSync } from "node:fs";
import type { NextConfig } from "next";
import { isAuthoring } from "./lib/content/author/state";
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

/** The workers of the code editor need nothing but themselves. */
const editorHeaders = [{ key: "Content-Security-Policy", value: "default-src 'none'" }];

/**
 * A foreign language would match the route of ours and be refused only while rendering, too late for a page that is
 * complete without scripts. No route has the destination, so `app/global-not-found.tsx` answers. Routes of the API with
 * a parameter are left out by name: a rewrite comes before them, unlike before those without one.
 */
const parametersOfApi = "api/proofs/";
const nowhere = "/-/-/-";
const foreignPaths = { source: `/:path((?!(?:${locales.join("|")})(?:/|$)|${parametersOfApi}).+)`, destination: nowhere };

/**
 * A slug that no lesson or scenario has would match the route of those that exist, and be refused just as late. While
 * developing they come and go, so there the page itself says it.
 */
function unknownSlugs() {
  if (process.env.NODE_ENV !== "production") return [];
  const slugsIn = (folder: string, ending: string) =>
    readdirSync(`generated/content/${folder}`)
      .filter((file) => file.endsWith(ending) && file !== "index.json")
      .map((file) => file.slice(0, -ending.length));
  const scenarios = slugsIn("lab", ".json");
  const known = { lessons: slugsIn("public", `.${locales[0]}.json`), lab: scenarios, present: scenarios };
  return Object.entries(known).map(([folder, slugs]) => ({
    source: `/:locale(${locales.join("|")})/${folder}/:slug((?!(?:${slugs.join("|")})$)[^/]+)`,
    destination: nowhere,
  }));
}

/**
 * The author's pages show keys, and their API writes files. Whatever is built has neither: their addresses answer like any
 * other that does not exist, whatever the method. They are taken before the files: a route without a parameter is found
 * before any other rewrite, and would tell by 405 that it is there.
 */
function authorAddresses() {
  if (isAuthoring()) return [];
  return [`/:locale(${locales.join("|")})/author/:path*`, "/api/author/:path*"].map((source) => ({ source, destination: nowhere }));
}

const config: NextConfig = {
  reactStrictMode: true,
  // While developing, a page is asked for under either name of this computer; under an unknown one its script stays dead.
  allowedDevOrigins: ["127.0.0.1"],
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
  rewrites: async () => ({ beforeFiles: authorAddresses(), afterFiles: [foreignPaths, ...unknownSlugs()], fallback: [] }),
  headers: async () => [
    { source: "/:path*", headers: constantHeaders },
    { source: "/engine/:path*", headers: engineHeaders },
    { source: "/editor/:path*", headers: editorHeaders },
  ],
};

export default config;
