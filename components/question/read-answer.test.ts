import { describe, expect, test } from "vitest";
import { readAnswer } from "@/components/question/read-answer";

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe("reading a choice", () => {
  test("an option and a confidence make an answer", () => {
    expect(readAnswer("choice", form({ answer: "twice", confidence: "likely" }))).toEqual({
      answer: { kind: "choice", option: "twice" },
      confidence: "likely",
    });
  });

  test("everything that is missing is named, in the order of the page", () => {
    expect(readAnswer("choice", form({}))).toEqual({ missing: ["option", "confidence"] });
    expect(readAnswer("choice", form({ answer: "twice" }))).toEqual({ missing: ["confidence"] });
    expect(readAnswer("choice", form({ confidence: "sure" }))).toEqual({ missing: ["option"] });
  });

  test("a confidence that nobody offered is missing", () => {
    expect(readAnswer("choice", form({ answer: "twice", confidence: "certain" }))).toEqual({ missing: ["confidence"] });
  });
});

describe("reading a number", () => {
  test.each([
    ["0", 0],
    [" 2 ", 2],
    ["007", 7],
    ["999999999", 999_999_999],
    ["100 000", 100_000],
    ["100\u00a0000", 100_000],
    ["100\u202f000", 100_000],
    ["1,000,000", 1_000_000],
  ])("%j is %i", (text, value) => {
    expect(readAnswer("number", form({ answer: text, confidence: "guess" }))).toEqual({
      answer: { kind: "number", value },
      confidence: "guess",
    });
  });

  test.each(["-1", "1.5", "1,5", "1,50", "1.500", "10 00", ",100", "two", "1e3", "0x10", "²", "1000000000", "2 charges"])(
    "%j is no whole number from 0",
    (text) => {
      expect(readAnswer("number", form({ answer: text, confidence: "guess" }))).toEqual({ missing: ["number"] });
    },
  );

  test("the number that was wrong already is no second try", () => {
    expect(readAnswer("number", form({ answer: "02", confidence: "guess" }), [{ kind: "number", value: 2 }])).toEqual({ missing: ["same"] });
  });

  test("options of several are one answer in whichever order they are ticked, and none is no answer", () => {
    const ticked = new FormData();
    for (const id of ["mail", "charge"]) ticked.append("answer", id);
    ticked.append("confidence", "sure");
    const answer = { kind: "several" as const, options: ["charge", "mail"] };
    expect(readAnswer("several", ticked)).toEqual({ answer, confidence: "sure" });
    expect(readAnswer("several", ticked, [answer])).toEqual({ missing: ["sameAnswer"] });
    expect(readAnswer("several", form({ confidence: "sure" }))).toEqual({ missing: ["options"] });
  });

  test("an order is what it is", () => {
    const arranged = new FormData();
    for (const id of ["key", "alarm"]) arranged.append("answer", id);
    arranged.append("confidence", "sure");
    expect(readAnswer("order", arranged)).toEqual({ answer: { kind: "order", options: ["key", "alarm"] }, confidence: "sure" });
    expect(readAnswer("order", arranged, [{ kind: "order", options: ["key", "alarm"] }])).toEqual({ missing: ["sameAnswer"] });
    expect(readAnswer("order", arranged, [{ kind: "order", options: ["alarm", "key"] }])).toHaveProperty("answer");
  });

  test("a place that was not picked is asked for as a place", () => {
    expect(readAnswer("place", form({}))).toEqual({ missing: ["place", "confidence"] });
    expect(readAnswer("place", form({ answer: "before-the-ack", confidence: "guess" }))).toHaveProperty("answer", { kind: "place", option: "before-the-ack" });
  });

  test("an empty field asks for a value, not for a better one", () => {
    expect(readAnswer("number", form({ answer: "  " }))).toEqual({ missing: ["value", "confidence"] });
  });
});
