import { expect, test } from "vitest";
import { isSameOrigin } from "@/lib/identity/same-origin";

const ours = { Origin: "https://ours.example", Host: "ours.example" };

test.each<[string, boolean, Record<string, string>]>([
  ["a page of ours", true, { "Sec-Fetch-Site": "same-origin" }],
  ["the address bar", true, { "Sec-Fetch-Site": "none" }],
  ["another site", false, { "Sec-Fetch-Site": "cross-site" }],
  ["a sibling subdomain", false, { "Sec-Fetch-Site": "same-site" }],
  ["another site that claims our origin", false, { ...ours, "Sec-Fetch-Site": "cross-site" }],
  ["an older browser on our page", true, ours],
  ["an older browser on another page", false, { Origin: "https://evil.example", Host: "ours.example" }],
  ["an older browser on another port", false, { Origin: "http://127.0.0.1:4000", Host: "127.0.0.1:3000" }],
  ["a sandboxed frame", false, { Origin: "null", Host: "ours.example" }],
  ["our page behind a proxy", true, { ...ours, Host: "10.0.0.7:3000", "X-Forwarded-Host": "ours.example" }],
  ["a command line", true, { Host: "ours.example" }],
])("a request from %s: %s", (_, expected, headers) => {
  expect(isSameOrigin(new Headers(headers))).toBe(expected);
});
