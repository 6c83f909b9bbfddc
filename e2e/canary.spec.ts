import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { locales } from "@/lib/locale";
import { askedScenarios, labScenarios, leaksOfScenario, secretsOfScenario } from "./lab-secrets";
import { content, LessonPage, slug } from "./lesson-page";
import { leaksIn, secretsOfContent, unpublished, type Secret } from "./secrets";

// Nothing secret may reach a browser before the answer: keys, feedback, explanations, misconceptions.

const secrets = secretsOfContent();
const asked = askedScenarios();
const scenarioSecrets = asked.flatMap(secretsOfScenario);
/** What a lesson may not say before the answer: its own secrets, and those of the scenarios that it asks about. */
const lessonSecrets = [...secrets, ...unpublished(scenarioSecrets)];

test("the detector knows enough secrets of every question, and finds each in every spelling", () => {
  const questions = content.questionVersions().map(({ questionId }) => questionId);
  expect(questions.length).toBeGreaterThan(0);
  for (const question of questions) {
    const known = secrets.filter((secret) => secret.question === question);
    for (const locale of locales) {
      expect(known.filter(({ where }) => where.includes(`.${locale}.`)).length, question).toBeGreaterThan(4);
    }
  }
  const spellings = [
    (text: string) => `<p>${text}</p>`,
    (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;").replace(/'/g, "&#x27;"),
    (text: string) => JSON.stringify(text),
    (text: string) => `self.__next_f.push([1,${JSON.stringify(JSON.stringify({ children: text }))}])`,
    (text: string) => text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ];
  const missed = secrets.flatMap((secret) =>
    spellings.map((spell) => spell(secret.text)).filter((spelt) => leaksIn(`before ${spelt} after`, [secret], "script").length !== 1),
  );
  expect(missed).toEqual([]);
});

test("the detector finds secrets that are too short to search for by their shape", () => {
  for (const planted of ['{"feedback":["No."]}', String.raw`\"explanation\":[\"Two.\"]`, "&quot;misconception&quot;:&quot;x&quot;"]) {
    expect(leaksIn(planted, [])).toHaveLength(1);
  }
});

test("the detector reads what a settled answer says", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const question = lesson.first("choice");
  const reply = page.waitForResponse("**/api/attempts");
  await question.answer(question.key);
  expect(leaksIn(await (await reply).text(), secrets).length).toBeGreaterThan(5);
});

for (const locale of locales) {
  test(`a reader who has not answered gets no secret, in ${locale}`, async ({ page }) => {
    const read: Promise<{ url: string; leaks: string[] }>[] = [];
    page.on("response", (response) => {
      const kind = /\.(?:js|css)(?:\?|$)/.test(response.url()) ? "script" : "data";
      read.push(
        response.text().then(
          (text) => ({ url: response.url(), leaks: leaksIn(text, lessonSecrets, kind) }),
          () => ({ url: response.url(), leaks: [] }),
        ),
      );
    });
    const lesson = new LessonPage(page, locale);
    await lesson.open();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByText(lesson.lessonWords.openSummary).click();
    await page.waitForLoadState("networkidle");
    const responses = await Promise.all(read);
    expect(responses.length).toBeGreaterThan(5);
    expect(responses.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    expect(leaksIn(await page.content(), lessonSecrets)).toEqual([]);
  });

  test(`the flight data of the lesson holds no secret, in ${locale}`, async ({ request }) => {
    const response = await request.get(`/${locale}/lessons/${slug}`, { headers: { RSC: "1" } });
    const flight = await response.text();
    expect(response.headers()["content-type"]).toContain("text/x-component");
    expect(flight).toContain(slug);
    expect(leaksIn(flight, lessonSecrets)).toEqual([]);
  });
}

test("after a wrong first try only the feedback on it is there", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const question = lesson.first("choice");
  const wrong = question.wrongAnswer();
  if (wrong.kind !== "choice") throw new Error("This question offers no options.");
  const arrival = page.waitForResponse("**/api/attempts");
  await question.answer(wrong);
  const reply = await (await arrival).text();
  await question.expectVerdict("wrongFirst");
  const index = question.secret.options.findIndex(({ id }) => id === wrong.option);
  const isTold = ({ question: id, where }: Secret) =>
    id === question.question.id && where.startsWith(`options.${index}.feedback.en`);
  const hidden = secrets.filter((secret) => !isTold(secret));
  await page.reload();
  await question.expectVerdict("wrongFirst");
  for (const text of [reply, await page.content()]) {
    expect(leaksIn(text, hidden, "script")).toEqual([]);
    expect(leaksIn(text, secrets, "script").length).toBeGreaterThan(0);
  }
});

test("no static file of the build holds a secret", () => {
  const folders = [join(process.env.NEXT_DIST_DIR ?? ".next", "static"), "public"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:js|css|json|map|txt|html|svg|webmanifest)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(5);
  const leaks = files.map((file) => ({ file, leaks: leaksIn(readFileSync(file, "utf8"), lessonSecrets, "script") }));
  expect(leaks.filter(({ leaks: found }) => found.length > 0)).toEqual([]);
});

test("the detector knows what each scenario that is asked about keeps closed, and finds it in its own data", () => {
  expect(asked.length).toBeGreaterThan(3);
  for (const lab of asked) {
    const known = secretsOfScenario(lab);
    for (const where of ["code", "title", "caption", "notes", ...(lab.traffic ? ["traffic"] : [])]) {
      expect(known.filter((secret) => secret.where === where).length, `${lab.scenario.slug} ${where}`).toBeGreaterThan(0);
    }
    // The whole of it, as a page would write it that forgot to leave something out.
    const whole = JSON.stringify(lab);
    for (const written of [whole, JSON.stringify(whole), whole.replaceAll("&", "&amp;").replaceAll('"', "&quot;")]) {
      expect(leaksOfScenario(written, lab).length).toBeGreaterThanOrEqual(known.length + 3);
    }
  }
});

test("the detector sees what a page shows of a scenario that nobody asks about", async ({ request }) => {
  const free = labScenarios().find(({ questions }) => questions.length === 0);
  if (!free) throw new Error("Every scenario is asked about.");
  for (const place of ["lab", "present"]) {
    const page = await (await request.get(`/en/${place}/${free.scenario.slug}`)).text();
    expect(leaksOfScenario(page, free).length, place).toBeGreaterThan(5);
  }
});

for (const place of ["lab", "present"]) {
  test(`a reader who has not answered gets nothing closed of a scenario in ${place}`, async ({ request }) => {
    for (const lab of asked) {
      const { slug: scenario } = lab.scenario;
      for (const [path, headers] of [[`ru/${place}/${scenario}`, {}], [`en/${place}/${scenario}?handler=fixed`, {}], [`ru/${place}/${scenario}`, { RSC: "1" }]] as const) {
        const response = await request.get(`/${path}`, { headers });
        expect(response.status()).toBe(200);
        expect(leaksOfScenario(await response.text(), lab), path).toEqual([]);
      }
    }
  });
}

test("the list of scenarios tells nothing of what is closed", async ({ request }) => {
  const open = labScenarios().flatMap(({ scenario, questions }) => (questions.length === 0 ? scenario.handlers.flatMap(({ title }) => [title.ru, title.en]) : []));
  const closed = scenarioSecrets.filter(({ text }) => !open.some((title) => title.includes(text)));
  for (const locale of locales) expect(leaksIn(await (await request.get(`/${locale}/lab`)).text(), closed, "script")).toEqual([]);
});
