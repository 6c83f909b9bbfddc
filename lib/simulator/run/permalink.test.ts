import fc from "fast-check";
import { expect, it } from "vitest";
import { formatRunLink, isSameVersion, parseRunLink, type RunLink } from "./permalink";

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,3}-[a-z0-9]{1,8}(~[2-9])?$/);
const hexadecimal = fc.stringMatching(/^[0-9a-f]{16}$/);
const link: fc.Arbitrary<RunLink> = fc.record({
  choices: fc.array(name, { maxLength: 30 }),
  schedule: fc.option(
    fc
      .bigInt({ min: 0n })
      .map(String)
      .filter((text) => text.length <= 40),
    { nil: null },
  ),
  scenarioVersion: hexadecimal,
  engineVersion: fc.constantFrom("1", "12", "2-beta"),
  codeVersion: hexadecimal,
});

it("a link is read as it was written", () => {
  fc.assert(
    fc.property(link, (given) => {
      expect(parseRunLink(formatRunLink(given))).toEqual(given);
    }),
  );
});

it("needs no escaping in a URL fragment", () => {
  fc.assert(
    fc.property(link, (given) => {
      const text = formatRunLink(given);
      expect(new URL(`http://x/y#${text}`).hash).toBe(`#${text}`);
    }),
  );
});

it.each([
  "",
  "run=",
  "run=A-m1",
  "run=A-m1&v=1.1",
  "run=<b>&v=a.1.b",
  "run=A-m1&v=a.1.b&n=x",
  `run=${"A-m1.".repeat(1500)}&v=a.1.b`,
  "top",
])("reads nothing from %j", (text) => {
  expect(parseRunLink(text)).toBeNull();
});

it("knows links of another version", () => {
  const versions = { scenarioVersion: "a", engineVersion: "1", codeVersion: "b" };
  const made: RunLink = { choices: [], schedule: null, ...versions };
  expect(isSameVersion(made, versions)).toBe(true);
  for (const field of ["scenarioVersion", "engineVersion", "codeVersion"] as const)
    expect(isSameVersion(made, { ...versions, [field]: "c" })).toBe(false);
});
