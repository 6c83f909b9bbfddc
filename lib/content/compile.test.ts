import { expect, test } from "vitest";
import type { PublicLesson, SecretLesson } from "./compiled";
import { proveClaims } from "./claims/prove";
import { ClaimResults } from "./claims/results";
import { compileContent } from "./compile";
import { memoryFiles } from "./files";
import { contentOf, goodContent } from "./testing/fixtures";

type Changes = Record<string, (text: string) => string>;

function compile(changes: Changes = {}) {
  const files = goodContent();
  for (const [path, change] of Object.entries(changes)) {
    const before = files.get(path) ?? "";
    const after = change(before);
    if (after === before) throw new Error(`Nothing was changed in ${path}`);
    files.set(path, after);
  }
  const { report, output } = compileContent(contentOf(files));
  if (!output) throw new Error(`${report.problems.length} problems`);
  return {
    report,
    output,
    public: (locale: "ru" | "en") => JSON.parse(output.get(`public/sample.${locale}.json`) ?? "") as PublicLesson,
    secret: JSON.parse(output.get("secret/sample.json") ?? "") as SecretLesson,
  };
}

const ru = "lessons/sample/ru.mdx";
const en = "lessons/sample/en.mdx";

test("good content has no problems and counts what is not proved", () => {
  const { report, unresolved } = compileContent(contentOf(goodContent()));
  const proof = proveClaims(contentOf(goodContent()), report, new ClaimResults());
  expect([report.problems, report.warnings]).toEqual([[], []]);
  // Six claims of the questions and two of wrong options; one number in the prose.
  expect([proof, unresolved]).toEqual([{ judged: [], proved: 0, unproved: 8 }, 1]);
});

test("the same content gives the same bytes", () => {
  expect([...compile().output]).toEqual([...compile().output]);
});

test("nothing secret is in a public file", () => {
  // Each secret text of the lesson gets a word of its own; a marker that reaches a public file is a leak.
  const secret = /^( *)(- )?(feedback|explanation|right|otherwise|misconception|reason): (?!\|)(.*)$/gm;
  let marked = 0;
  const mark = (text: string): string =>
    text
      .replace(secret, (_, indent: string, dash: string | undefined, field: string, words: string) => {
        marked += 1;
        return field === "misconception"
          ? `${indent}${dash ?? ""}${field}: canary-${words}`
          : `${indent}${dash ?? ""}${field}: ${words} canary`;
      })
      .replace(/^( *)(feedback|explanation): \|\n( +)/gm, (whole) => {
        marked += 1;
        return `${whole}canary `;
      });
  const { output, secret: kept } = compile({ [ru]: mark, [en]: mark });
  expect(marked).toBeGreaterThan(15);
  expect(JSON.stringify(kept)).toContain("canary");
  for (const [path, text] of output) if (path.startsWith("public/")) expect(text, path).not.toContain("canary");
});

test("a public question has no field that the page does not need", () => {
  const fields = ["id", "version", "kind", "asks", "snippet", "title", "prompt", "options", "shuffle", "unit", "places"];
  for (const question of Object.values(compile().public("en").questions)) {
    expect(Object.keys(question)).toEqual(fields);
    const option = question.kind === "place" ? ["id", "text", "line"] : ["id", "text"];
    for (const shown of question.options) expect(Object.keys(shown)).toEqual(option);
  }
});

test("repairs that are to be put in order do not stand in the right one before the answer", () => {
  const { options, shuffle } = compile().public("en").questions["sample/what-comes-first"] ?? {};
  expect([options?.map(({ id }) => id), shuffle]).toEqual([["alarm", "constraint", "stable-key"], true]);
  expect(compile().secret.questions["sample/what-comes-first"]?.key).toEqual({
    kind: "order",
    options: ["stable-key", "constraint", "alarm"],
  });
});

test("a place is called by its line and its code, in both languages", () => {
  const texts = (locale: "ru" | "en") => compile().public(locale).questions["sample/where-it-hurts"]?.options.map(({ text }) => text);
  expect(texts("en")?.[3]).toEqual(["The gap before line 11: ", { tag: "code", children: ["await ack();"] }]);
  expect(texts("ru")?.[4]).toEqual(["Зазор перед строкой 12: ", { tag: "code", children: ["}"] }]);
});

test("both languages share ids, versions and snippets", () => {
  const compiled = compile();
  const shape = (lesson: PublicLesson) => ({
    sections: lesson.sections.map(({ id, kind, questions }) => [id, kind, questions]),
    questions: Object.values(lesson.questions).map(({ id, version, options }) => [
      id,
      version,
      options.map((option) => option.id),
    ]),
    snippets: lesson.snippets,
    minutes: lesson.minutes,
  });
  expect(shape(compiled.public("en"))).toEqual(shape(compiled.public("ru")));
  expect(compiled.public("en").sections.map(({ id, kind }) => [id, kind])).toEqual([
    ["goal", "goal"],
    ["charge-once", "snippet"],
    ["summary", "summary"],
    ["kinds", "prose"],
  ]);
});

test("the summary is handed to the page as a part that can be folded", () => {
  const { children } = compile().public("ru").body;
  const summary = children.find((node) => node.type === "mdxJsxFlowElement" && node.name === "Summary");
  expect(summary).toMatchObject({ type: "mdxJsxFlowElement", name: "Summary", children: [{ tagName: "p" }] });
});

test("the body holds no positions and no programs", () => {
  const body = JSON.stringify(compile().public("ru").body);
  expect(body).not.toMatch(/"position"|"data"|Expression|Esm/);
});

test("a lesson shows the sources of its prose and of its feedback, in the reader's language", () => {
  expect(compile().public("ru").sources).toEqual({
    "key-manual": { title: "Payment keys", url: null },
    "queue-manual": { title: "Руководство очереди", url: "https://queue.example/manual" },
  });
});

test("an unwritten lesson is in the course without minutes and questions", () => {
  const course = JSON.parse(compile().output.get("public/course.json") ?? "") as { lessons: unknown[] };
  expect(course.lessons[1]).toEqual({
    slug: "unwritten",
    level: "orbit",
    title: { ru: "Ещё не написан", en: "Not written yet" },
    written: false,
    minutes: null,
    questions: [],
  });
});

test("a translation of an older text is published and marked", () => {
  const files = goodContent();
  const { output } = compileContent(
    memoryFiles(files.set(en, (files.get(en) ?? "").replace("ru@0000000", "ru@1111111"))),
  );
  expect((JSON.parse(output?.get("public/sample.en.json") ?? "") as PublicLesson).stale).toBe(true);
  expect(compile().public("en").stale).toBe(false);
});

const version = (changes: Changes = {}) => compile(changes).public("ru").questions["sample/worst-case"]?.version;
const replace = (find: string, by: string) => (text: string) => text.replace(find, by);

test.each<[string, Changes]>([
  ["feedback", { [ru]: replace("Запись появится позже проверки.", "Проверка раньше записи.") }],
  ["the explanation", { [ru]: replace("стоит вызов", "есть вызов") }],
  ["the title", { [ru]: replace("title: Худший случай", "title: Хуже некуда") }],
  ["a misconception", { [ru]: replace("check-is-atomic", "check-then-act-is-atomic") }],
  ["the translation", { [en]: replace("text: Two charges", "text: The money moves twice") }],
  ["prose", { [ru]: replace("Найдите окно краша.", "Найдите гонку.") }],
  [
    "white space in the prompt",
    { [ru]: replace("Два воркера получили одно сообщение.", "Два  воркера\n  получили одно сообщение.") },
  ],
  [
    "a twin that does not run",
    { "scenarios/charge-once/handlers/given.py": replace("# seen before", "# handled before") },
  ],
])("%s does not change the version of a question", (_, changes) => {
  expect(version(changes)).toBe(version());
});

test.each<[string, Changes]>([
  ["the Russian prompt", { [ru]: replace("Что случится с деньгами?", "Что будет с деньгами?") }],
  ["a Russian option", { [ru]: replace("text: Два списания", "text: Спишут дважды") }],
  ["an option's id", { [ru]: replace("id: never", "id: rolled-back"), [en]: replace("id: never", "id: rolled-back") }],
  [
    "the key",
    {
      [ru]: (text) =>
        text
          .replace(
            "    correct: true\n",
            "    misconception: both-see-nothing\n    refutable: false\n    reason: For this test.\n",
          )
          .replace(/ {4}misconception: rollback-is-remote\n/, "    correct: true\n")
          .replace("    refutable: false\n    reason: There is no transaction to roll back.\n", ""),
    },
  ],
  ["the code that runs", { "scenarios/charge-once/handlers/given.ts": replace("// seen before", "// handled before") }],
])("%s changes the version of a question", (_, changes) => {
  expect(version(changes)).not.toBe(version());
});

const ghost = '<Term id="ghost">ghost</Term>';

test("a marked term comes with its definition, and a question with the terms that it asks about", () => {
  const compiled = compile({
    [ru]: (text) => text.replace("Таблица `processed` общая.", `<Term id="ghost">Призрак</Term>.`).replace("explanation: Ключ один.", `explanation: ${ghost}`),
    [en]: (text) => text.replace("The table `processed` is shared.", `A ${ghost}.`).replace("explanation: There is a single key.", `explanation: ${ghost}`).replace("One charge, `SELECT` protects", "One lease"),
    "glossary.yaml": (text) => `${text}      - id: lease\n        ru: { name: аренда, text: Право. }\n        en: { name: lease, text: "A right." }\n`,
  });
  const lesson = compiled.public("en");
  expect(lesson.glosses["ghost"]).toEqual([{ tag: "strong", children: ["Ghost."] }, " ", "A reply that nobody got. It is waited for ", "30 seconds", "."]);
  expect(lesson.terms["ghost"]).toEqual(["charge-once"]);
  expect(lesson.asked).toEqual({ "sample/worst-case": [{ term: "lease", name: "lease" }] });
  expect(compiled.public("ru").asked).toEqual({});
  expect(compiled.secret.questions["sample/how-many"]?.explanation.en).toMatchObject([{ tag: "term", href: "/en/glossary#ghost", children: ["ghost"] }]);
});
