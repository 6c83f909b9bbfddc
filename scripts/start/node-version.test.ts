import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unsupportedNode } from "./node-version.mjs";

it.each(["20.19.0", "20.20.2", "22.12.0", "24.0.0", "25.1.0"])("runs on Node %s", (version) => {
  expect(unsupportedNode(version)).toBeNull();
});

it.each(["12.22.9", "18.20.4", "20.18.3", "21.7.0", "22.11.0", "23.5.0"])("says on Node %s what to install", (version) => {
  expect(unsupportedNode(version)).toContain(version);
  expect(unsupportedNode(version)).toContain("Node 20.19 or newer");
});

it("agrees with package.json", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(engines.node).toBe("^20.19 || ^22.12 || >=24.0");
});
