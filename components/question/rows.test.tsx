import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LessonProvider } from "@/components/lesson/lesson-context";
import type { AnsweredRow } from "@/components/question/answered";
import { AnsweredRows } from "@/components/question/answered-rows";
import { LockedRows } from "@/components/question/locked-rows";
import PlaceRows from "@/components/question/place-rows";
import SeveralRows from "@/components/question/several-rows";
import { questionWords } from "@/components/question/words";
import type { CodeLine, PublicQuestion } from "@/lib/content/compiled";
import { translator } from "@/lib/i18n";

const words = questionWords(translator("en"));

function drawn(rows: ReactNode): string {
  const html = renderToStaticMarkup(
    <LessonProvider words={words} sources={{}} marks={{}}>
      {rows}
    </LessonProvider>,
  );
  return html.replace(/ class="[^"]*"/g, "");
}

const row = (id: string, more: Partial<AnsweredRow> = {}): AnsweredRow => ({ id, text: [id], marks: [], verdict: null, feedback: null, ...more });
const options = ["key", "alarm"].map((id) => ({ id, text: [id] }));

test("locked rows are a list, and the places of an order are read out", () => {
  const order = drawn(<AnsweredRows kind="order" rows={[row("key", { yourPlace: 2 }), row("alarm", { yourPlace: null })]} />);
  expect(order).toMatch(/^<ol role="list"><li>.*<span>1<\/span>.*you had place 2.*<\/li><li>.*<span>2<\/span>.*<\/li><\/ol>$/);
  const choice = drawn(<AnsweredRows kind="choice" rows={[row("key"), row("alarm")]} />);
  expect(choice).toMatch(/^<ul role="list"><li>.*<span aria-hidden="true">1<\/span>/);
});

test("whose order it is stands above its rows", () => {
  const question: PublicQuestion = { id: "l/q", version: "v", kind: "order", asks: "repair", snippet: "s", title: "t", prompt: ["?"], options, shuffle: true, unit: null, places: null };
  const html = drawn(<LockedRows question={question} code={[]} rows={[row("key"), row("alarm")]} marks={["rightAnswer"]} />);
  expect(html).toMatch(new RegExp(`^<p><span>${words.rightAnswer}</span></p><ol`));
});

test("of several options the wrong one stays, the others can be ticked and those of the first try are", () => {
  const tried = [row("key", { marks: ["yourFirstTry"] }), row("alarm", { marks: ["yourFirstTry"], verdict: "wrong", feedback: ["No repair."] })];
  const html = drawn(<SeveralRows options={options} tried={tried} />);
  expect(html.match(/<input type="checkbox"[^>]*>/g)).toHaveLength(1);
  expect(html).toMatch(/<input[^>]* checked=""[^>]*value="key"|<input[^>]*value="key"[^>]* checked=""/);
  expect(html).toContain("No repair.");
});

test("a place that was wrong at the first try is named, and is not drawn as the one that is picked", () => {
  const line = (number: number): CodeLine => ({ number, segments: [{ text: `line ${number}`, kind: "plain" }], gapBefore: true });
  const places = [1, 2].map((number) => ({ id: `gap-${number}`, text: [`Gap ${number}`], line: number }));
  const shared = { places: "gaps" as const, code: [line(1), line(2)], options: places };
  const second = drawn(<PlaceRows {...shared} rows={[row("gap-1", { marks: ["yourFirstTry"], verdict: "wrong" })]} open />);
  expect(second).not.toContain("data-mine");
  expect(second).toContain(words.yourFirstTry);
  expect(second.match(/<input type="radio"[^>]*>/g)).toHaveLength(1);
  const settled = drawn(<PlaceRows {...shared} rows={[row("gap-2", { marks: ["yourAnswer", "rightAnswer"] })]} open={false} />);
  expect(settled).toMatch(/data-mine="true" data-key="true"/);
  expect(settled).not.toContain("<input");
});
