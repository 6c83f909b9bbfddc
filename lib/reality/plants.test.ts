import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { families } from "./families";
import { withPlant } from "./planted";
import { plants } from "./plants";

it.each(plants.map((plant) => [plant.name, plant] as const))("%s changes one place of the simulator", (_, plant) => {
  const text = readFileSync(plant.file, "utf8");
  expect(withPlant(plant, text)).not.toBe(text);
});

it("each plant breaks a documented rule, in a scenario of the family that must catch it", () => {
  const rules = readFileSync("docs/rules.md", "utf8");
  for (const { rule, family, scenario } of plants) {
    expect(rules).toContain(`| \`${rule}\` |`);
    expect(families.find(({ name }) => name === family)?.scenarios).toContain(scenario);
  }
});
