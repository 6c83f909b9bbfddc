import { expect, test } from "vitest";
import { contentSecurityPolicy } from "@/lib/content-security-policy";

const directives = (policy: string) =>
  new Map(policy.split("; ").map((directive): [string, string] => [directive.split(" ")[0] ?? "", directive]));

test("scripts run only with the nonce of the request", () => {
  const policy = directives(contentSecurityPolicy({ nonce: "bm9uY2U=", development: false }));
  expect(policy.get("script-src")).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
  expect(policy.get("default-src")).toBe("default-src 'none'");
});

test("nothing is inline, evaluated or fetched from elsewhere outside development", () => {
  const policy = contentSecurityPolicy({ nonce: "bm9uY2U=", development: false });
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toContain("http");
  expect(policy).not.toContain("*");
});

test("development adds what its tools need and nothing else", () => {
  const strict = directives(contentSecurityPolicy({ nonce: "bm9uY2U=", development: false }));
  const loose = directives(contentSecurityPolicy({ nonce: "bm9uY2U=", development: true }));
  const changed = [...loose.keys()].filter((name) => loose.get(name) !== strict.get(name));
  expect(changed).toEqual(["script-src", "style-src"]);
});
