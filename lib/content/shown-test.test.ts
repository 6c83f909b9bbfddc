import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compileFunction } from "node:vm";
import { expect, test } from "vitest";
import { createCoordinator } from "@/lib/coordinator/coordinator";
import type { Policies } from "@/lib/coordinator/policies";
import { systemClock, systemRandom } from "@/lib/coordinator/platform/system";
import { MemoryStore } from "@/lib/coordinator/stores/memory/store";
import type { Coordinator } from "@/lib/coordinator/types";

// The lesson on jobs shows a test and says what it catches. Here the text of the page is what runs.

const unprotected: Partial<Policies> = { keyRules: "article", onInvalidKey: "run-unprotected" };

/** A handler of the lesson, as its file holds it. Handlers have types of their own, so none is imported by name. */
async function handlerOf(name: string): Promise<unknown> {
  const file = resolve(`content/scenarios/key-identity/handlers/${name}.ts`);
  return ((await import(file)) as { default: unknown }).default;
}

const [jobId, colon, orderKey] = await Promise.all(["given", "variant-colon", "variant-order-key"].map(handlerOf));

interface ShownPorts {
  coordinator: Coordinator;
  mailer: { send: (mail: { subject: string }) => Promise<{ id: string }> };
  ack: () => Promise<void>;
}

function emptyKey(job: { order: string }, { coordinator, mailer }: ShownPorts): Promise<unknown> {
  return coordinator.coordinate({ operation: "mail.invoice", key: "" }, () => mailer.send({ subject: job.order }));
}

/** The code block of the question, without the indentation of its place. */
function shownIn(locale: "ru" | "en"): string {
  const text = readFileSync(`content/lessons/jobs-and-consumers/${locale}.mdx`, "utf8");
  const [, question = ""] = text.split("id=a-test-that-catches-it");
  const [, code] = /^ {2}~~~\n([^]*?)^ {2}~~~$/m.exec(question) ?? [];
  if (code === undefined) throw new Error("The question shows no test.");
  return code.replace(/^ {2}/gm, "");
}

/** Ends as the shown test does: quietly, or with what it finds wrong. */
async function shownTest(handle: unknown, policies: Partial<Policies>): Promise<void> {
  const production = { clock: systemClock, random: systemRandom, policies };
  const known = { handle, production, createCoordinator, MemoryStore, expect };
  const run = compileFunction(`return (async () => {\n${shownIn("ru")}})()`, Object.keys(known)) as (...values: unknown[]) => Promise<void>;
  await run(...Object.values(known));
}

test("both languages show the same test", () => {
  expect(shownIn("en")).toBe(shownIn("ru"));
});

test("it passes for the handler whose key names the order and the action", async () => {
  await shownTest(orderKey, unprotected);
});

test.each([
  ["a key made of the job's id", jobId],
  ["a colon in the key", colon],
  ["an empty key", emptyKey],
])("it fails for %s", async (_, handler) => {
  await expect(shownTest(handler, unprotected)).rejects.toThrow(/length/);
});

test("under another policy it would check other code: a colon that is encoded passes, a refused key throws", async () => {
  await shownTest(colon, {});
  await expect(shownTest(colon, { ...unprotected, onInvalidKey: "reject" })).rejects.toThrow(/colon/);
});
