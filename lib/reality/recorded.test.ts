import { expect, it } from "vitest";
import { codeVersion } from "./code-version";
import { familyNames } from "./families";
import { plantNames } from "./plants";
import { recordedResult } from "./recorded";
import { failuresOf } from "./result";

it("the recorded check agrees in everything, has met every family, and has caught every plant", () => {
  expect(failuresOf(recordedResult)).toEqual([]);
  expect(recordedResult.families.map(({ name }) => name)).toEqual(familyNames);
  expect(recordedResult.plants.map(({ name }) => name)).toEqual(plantNames);
  expect(recordedResult.hermitage).toHaveLength(30);
  expect(Object.keys(recordedResult.versions)).toEqual(expect.arrayContaining(["PostgreSQL", "Redis", "RabbitMQ", "pg", "stripe"]));
});

it("says of which day and of which handlers and world it is", () => {
  expect(recordedResult.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(recordedResult.codeVersion).toMatch(/^[0-9a-f]{16}$/);
  if (recordedResult.codeVersion !== codeVersion())
    console.log(`The recorded check of ${recordedResult.date} is older than the handlers and the world. Renew it: npm run reality -- --schedules 600 --record`);
});

it("a result that disagrees anywhere fails", () => {
  const [family] = recordedResult.families;
  if (!family) return expect.fail("there is no family");
  const lying = { ...recordedResult, families: [{ ...family, agreed: family.total - 1 }] };
  expect(failuresOf(lying)).toHaveLength(1);
  expect(failuresOf({ ...recordedResult, plants: [{ name: "missed", caught: null }] })).toHaveLength(1);
});
