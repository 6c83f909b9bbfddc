import { expect, test } from "vitest";
import { isOwnHandler, ownHandlerOf, roleOfOwn, withOwnHandlers } from "@/components/repair/own-handlers";
import { changedLines } from "@/components/repair/changed-lines";
import { setupOfHandler } from "@/components/lab/setup-of-handler";
import type { OpenLab } from "@/components/lab/open-lab";
import { readScenarioFolder } from "@/lib/content/engine";

function labOf(slug: string): OpenLab {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error("the scenario has problems");
  return { scenario: loaded.scenario, handlers, twins: {}, starts: {} };
}

test("what the learner wrote runs in the place of the handler that the scenario gives, and is no shipped code", () => {
  const shipped = labOf("select-then-act");
  const lab = withOwnHandlers(shipped, { worker: "export default async () => {};" }, "");
  const { handlers, scenario } = setupOfHandler(lab, "own", shipped.scenario.bounds);
  expect(handlers["worker"]).toEqual({ name: "own", source: "export default async () => {};", shipped: false });
  expect(Object.keys(scenario.handlers[0]?.tables ?? {})).toEqual(["processed"]);
  expect(setupOfHandler(lab, "given", shipped.scenario.bounds).handlers["worker"]?.shipped).toBe(true);
});

test("what the learner adds to the tables is found by the own handler alone", () => {
  const shipped = labOf("select-then-act");
  const lab = withOwnHandlers(shipped, {}, "CREATE TABLE own (id text);");
  expect(setupOfHandler(lab, "own", shipped.scenario.bounds).migration).toBe("CREATE TABLE own (id text);");
  expect(setupOfHandler(lab, "given", shipped.scenario.bounds)).not.toHaveProperty("migration");
});

test("before anything was written it is the handler of the scenario", () => {
  const shipped = labOf("select-then-act");
  expect(withOwnHandlers(shipped, {}, "").handlers["own"]).toBe(shipped.handlers["given"]);
});

test("each role of a scenario has a repair of its own, beside the first handler of the other role", () => {
  const shipped = labOf("o07-broker-window");
  const roles = shipped.scenario.processes.map(({ role }) => role);
  expect(roles.length).toBe(2);
  const names = roles.map((role) => ownHandlerOf(shipped.scenario, role));
  expect(names.map((name) => roleOfOwn(shipped.scenario, name))).toEqual(roles);
  expect(names.every(isOwnHandler)).toBe(true);
  const [role = "", other = ""] = roles;
  const lab = withOwnHandlers(shipped, { [role]: "// mine" }, "");
  const { handlers } = setupOfHandler(lab, names[0] ?? "", shipped.scenario.bounds);
  expect(handlers[role]?.source).toBe("// mine");
  expect(handlers[other]?.shipped).toBe(true);
  expect(roleOfOwn(shipped.scenario, "given")).toBeNull();
});

test("lines that were changed or added are marked, those after a deletion are not", () => {
  expect(changedLines("a\nb\nc\n", "a\nb\nc")).toEqual([]);
  expect(changedLines("a\nb\nc", "a\nB\nc")).toEqual([2]);
  expect(changedLines("a\nb\nc", "a\nc")).toEqual([]);
  expect(changedLines("a\nb\nc", "x\na\nb\nc\ny")).toEqual([1, 5]);
});
