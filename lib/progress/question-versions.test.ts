import { expect, test, vi } from "vitest";
import { database } from "@/lib/db";
import { findShownQuestion, storeQuestionVersions } from "@/lib/progress/question-versions";
import { useDatabase } from "@/lib/progress/testing/database";

vi.mock("@/lib/content/load", async () => (await import("@/lib/progress/testing/content")).testContent);

useDatabase();

test("the keys of this build are stored, and storing them again changes nothing", async () => {
  await Promise.all([storeQuestionVersions(), storeQuestionVersions(), storeQuestionVersions()]);
  const stored = await database().questionVersion.findMany({ orderBy: { questionId: "asc" } });
  expect(stored.map(({ questionId, version, key }) => [questionId, version, key])).toEqual([
    ["consumers/charges", "v1", { kind: "number", value: 2 }],
    ["consumers/repair", "v2", { kind: "choice", option: "unique-key" }],
    ["inbox/order", "v1", { kind: "choice", option: "insert-first" }],
  ]);
  await storeQuestionVersions();
  expect(await database().questionVersion.findMany({ orderBy: { questionId: "asc" } })).toEqual(stored);
});

test("a question is found although nothing was stored when the server started", async () => {
  expect(await findShownQuestion("consumers/repair", "v2")).toMatchObject({
    lessonId: "consumers",
    key: { kind: "choice", option: "unique-key" },
    options: ["unique-key", "lock", "sleep"],
  });
});

test("a version that this build does not have is found when an earlier build stored it, otherwise not", async () => {
  expect(await findShownQuestion("consumers/repair", "v1")).toBeNull();
  const key = { kind: "choice", option: "lock" };
  const old = { questionId: "consumers/repair", version: "v1", lessonId: "consumers", key, options: ["lock", "sleep"] };
  await database().questionVersion.create({ data: { ...old, kind: "choice" } });
  expect(await findShownQuestion("consumers/repair", "v1")).toMatchObject({ key });
});
