import { expect, it } from "vitest";
import { familyNames } from "@/lib/reality/families";
import { plantNames } from "@/lib/reality/plants";
import { realityArguments } from "./reality-arguments";

it("the short check holds every family and every plant against reality, with another seed each time", () => {
  expect(realityArguments([])).toMatchObject({ families: familyNames, plants: plantNames, rabbit: true, chosen: false, record: false });
  expect(realityArguments(["--seed", "7", "--family", "redis", "--no-plants"])).toMatchObject({ seed: 7, families: ["redis"], plants: [] });
});

it("many schedules bring the counterexamples and the crash maps, too", () => {
  expect(realityArguments(["--schedules", "600"])).toMatchObject({ schedules: 600, chosen: true });
});

it.each([
  [["--schedules", "none"], '--schedules takes a whole number from 1 to 100000, not "none".'],
  [["--seed"], "--seed takes a whole number"],
  [["--family", "kafka"], "--family takes payments"],
  [["--sedules", "3"], "There is no option --sedules."],
  [["--help"], "Usage: npm run reality"],
])("%s is answered in a sentence", (argv, sentence) => {
  expect(() => realityArguments(argv)).toThrow(sentence);
});
