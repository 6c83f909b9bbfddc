import fc from "fast-check";
import { expect, test } from "vitest";
import { compileContent } from "./compile";
import { contentOf, goodContent } from "./testing/fixtures";

const files = [...goodContent().keys()];
const ru = "lessons/sample/ru.mdx";

/** `npm run test:long` tries so many times as much. */
const effort = process.env["TEST_LONG"] ? 40 : 1;

/** Milliseconds. Far above what a machine of its own needs, far below what exponential time would take. */
const patient = 60_000 * effort;

/** Compiles with one file replaced; any exception fails the test. */
function told(file: string, content: string | Uint8Array): string[] {
  const { report, output } = compileContent(
    contentOf(new Map<string, string | Uint8Array>(goodContent()).set(file, content)),
  );
  expect(output === null).toBe(report.problems.length > 0);
  return report.problems.map(({ rule }) => rule);
}

/** Signs that Markdown, MDX, YAML and the languages of snippets give a meaning, and some that they must survive. */
const signs = [
  ..."<>{}[]()`*_#|&!@%\\\"':;,-+=?~/$ \n\t0aя\u0000\r\uFEFF\u2028",
  "```predict id=x snippet=charge-once asks=outcome\n",
  "```\n",
  "---\n",
  "\n\n## [#a]\n",
  '<Given source="queue-manual">',
  "</Given>",
  "<Note>\n",
  "import x",
  "options:\n  - id: ",
  "__proto__: ",
  "!!js/function ",
  "&a *a ",
  "<<: *a\n",
];
const hostile = fc.array(fc.constantFrom(...signs), { maxLength: 60 }).map((parts) => parts.join(""));

test(
  "no text makes the compiler throw, in whichever file it stands",
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), hostile, (file, text) => {
        told(file, text);
      }),
      { numRuns: 15 * effort },
    );
  },
  patient,
);

test(
  "no bytes make the compiler throw",
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.uint8Array({ maxLength: 200 }), (file, bytes) => {
        told(file, bytes);
      }),
      { numRuns: 20 * effort },
    );
  },
  patient,
);

test(
  "no slip inside a good file makes the compiler throw",
  () => {
    const good = goodContent();
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.nat(),
        fc.nat({ max: 40 }),
        fc.constantFrom("", ...signs),
        (file, at, length, text) => {
          const before = good.get(file) ?? "";
          const start = at % (before.length + 1);
          told(file, before.slice(0, start) + text + before.slice(start + length));
        },
      ),
      { numRuns: 20 * effort },
    );
  },
  patient,
);

test("names that objects have from birth are no special case", () => {
  const rename = (text: string, name: string) =>
    text.replaceAll("worst-case", name).replaceAll("id: once", `id: ${name}`);
  for (const name of ["constructor", "tostring", "hasownproperty"]) {
    const renamed = new Map(
      [...goodContent()].map(([path, text]) => [path, path.endsWith(".mdx") ? rename(text, name) : text]),
    );
    const { report, output } = compileContent(contentOf(renamed));
    expect(report.problems).toEqual([]);
    expect(
      Object.keys((JSON.parse(output?.get("secret/sample.json") ?? "") as { questions: object }).questions),
    ).toContain(`sample/${name}`);
  }
  expect(
    told(
      ru,
      (goodContent().get(ru) ?? "").replace("title: Худший случай", "title: Худший случай\n__proto__: { answer: 1 }"),
    ),
  ).toContain("yaml-key-not-word");
  expect({}).not.toHaveProperty("answer");
});

test.each([
  ["quotes inside quotes", "> ".repeat(2_500)],
  ["brackets", "[".repeat(11_000)],
  ["emphasis", "**a".repeat(3_500)],
  ["links", "[a](".repeat(2_500)],
  ["tags", "<a>".repeat(3_500)],
  ["braces", "{".repeat(11_000)],
  ["many paragraphs of tags", "<b>\n\n".repeat(1_000)],
  ["backticks", Array.from({ length: 150 }, (_, index) => "`".repeat(index)).join("a")],
  ["lists inside lists", Array.from({ length: 150 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n\n")],
  ["a table", `${"a|".repeat(2_000)}\n${"-|".repeat(2_000)}\n`],
])(
  "%s without end are read or refused, and do not stall the build",
  (_, text) => {
    told(ru, `${goodContent().get(ru) ?? ""}\n\n${text}\n`);
  },
  patient,
);

const handlers = "scenarios/charge-once/handlers";

test.each([
  ["given.ts", "parentheses", "(".repeat(11_000)],
  ["given.ts", "blocks", "{\n\n".repeat(15_000)],
  ["given.ts", "calls", `ack(${"db.query(".repeat(1_200)}`],
  ["given.ts", "templates", "`${".repeat(3_500)],
  ["given.py", "brackets", "([{".repeat(3_500)],
  ["given.py", "long strings", `"""${'"" '.repeat(3_500)}`],
  ["given.py", "blocks", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}if x:\n`).join("\n")],
  ["given.sql", "quotes that never close", Array.from({ length: 1_500 }, (_, index) => `$a${index}$`).join("\n\n")],
  ["given.sql", "semicolons", ";\n\n".repeat(20_000)],
])(
  "%s with %s without end is read or refused, and does not stall the build",
  (file, _, text) => {
    told(`${handlers}/${file}`, text);
  },
  patient,
);

test.each([
  ["quotes", "> ".repeat(4_000)],
  ["emphasis", "*a **b ".repeat(1_000)],
  ["facts", '<Given source="key-manual">'.repeat(400)],
])(
  "a text of a question with %s without end is read or refused, and does not stall the build",
  (_, text) => {
    const good = goodContent().get(ru) ?? "";
    told(
      ru,
      good.replace("explanation: Ключ один.", () => `explanation: ${JSON.stringify(text)}`),
    );
  },
  patient,
);

test.each([
  ["aliases that multiply", `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nlessons: [*c, *c]\n`],
  ["brackets", `lessons: ${"[".repeat(9_000)}`],
  ["braces", `lessons: ${"{a: ".repeat(4_000)}`],
  ["steps", Array.from({ length: 150 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["names", Array.from({ length: 2_000 }, (_, index) => `a${index}: 1`).join("\n\n")],
  ["program tags", "lessons: !!js/function 'function () {}'\n"],
  ["merge keys", "a: &a { x: 1 }\nlessons: { <<: *a }\n"],
])(
  "YAML with %s is a problem, and does not stall the build",
  (_, text) => {
    expect(told("course.yaml", text)).not.toEqual([]);
  },
  patient,
);
