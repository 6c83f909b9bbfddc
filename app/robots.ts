import type { MetadataRoute } from "next";

/** Pages may be found; answers of the API and the measuring page are of no use to a searcher. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/bare"] } };
}
