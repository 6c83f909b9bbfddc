import { expect, test } from "vitest";
import { boundsOfAddress } from "@/components/lab/bounds-in-address";
import { whatIfAddress } from "@/components/question/what-if-address";
import type { ChangedCircumstances } from "@/lib/content/compiled";
import { readScenario } from "@/lib/content/scenarios";
import { diskFiles } from "@/lib/content/files";
import { Report } from "@/lib/content/problem";
import { claimBounds } from "@/lib/simulator/scenario/bounds";

/** A change as questions offer it, without what the search has found. */
function changeOf(slug: string, id: string): ChangedCircumstances {
  const read = readScenario(slug, diskFiles("content"), new Report());
  const change = read?.scenario.whatIf.find((candidate) => candidate.id === id);
  if (!read || !change) throw new Error(`There is no change ${slug}/${id}`);
  const other = "scenario" in change ? readScenario(change.scenario, diskFiles("content"), new Report()) : read;
  if (!other) throw new Error(`${slug}/${id} leads nowhere`);
  const found = { verdict: "ok" as const, words: change.title, frames: null, pointOfNoReturn: null, effects: other.scenario.effects };
  if (!("scenario" in change)) return { ...change, ...found, scenario: other.scenario };
  const bounds = claimBounds(other.scenario.bounds, { bounds: change.bounds, profiles: {} });
  return { id, title: change.title, handler: "given", bounds, ...found, scenario: other.scenario };
}

test.each([
  ["stripe-idempotency-key", "still-running", "/ru/lab/stripe-idempotency-key"],
  ["stripe-idempotency-key", "republished", "/ru/lab/republished-id"],
  ["transactional-dedup", "mail-inside", "/ru/lab/o09-inbox-and-mail"],
])("the lab opens %s/%s in the scenario that runs, within the bounds that were searched", (slug, id, path) => {
  const change = changeOf(slug, id);
  const address = new URL(whatIfAddress(change, "ru"), "https://example.com");
  expect(address.pathname).toBe(path);
  expect(address.hash).toBe("");
  const read = readScenario(change.scenario.slug, diskFiles("content"), new Report());
  if (!read) throw new Error("The scenario of the change cannot be read");
  const query = Object.fromEntries(address.searchParams);
  expect(query.handler).toBe(change.handler);
  expect(boundsOfAddress(read.scenario, query)).toEqual(change.bounds);
});
