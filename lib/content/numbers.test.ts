import { expect, test } from "vitest";
import { typedNumbers } from "./numbers";

const ru = (text: string) => typedNumbers(text, ["списание", "списания", "списаний"], "ru").map((found) => found.text);
const en = (text: string) => typedNumbers(text, ["charge", "charges", "sent mail"], "en").map((found) => found.text);

test("every run of digits is a number, with its separators", () => {
  expect(en("8 % of 100 000, 0.05 and 14:02, v2.")).toEqual(["8", "100", "000", "0.05", "14:02", "2"]);
  expect(ru("100\u00A0000 и 108\u202F696")).toEqual(["100\u00A0000", "108\u202F696"]);
});

test("a number word counts only directly before a declared noun, in any form and case", () => {
  expect(ru("Два воркера, два списания, ни одного  Списания, трёх списаний")).toEqual([
    "два списания",
    "одного Списания",
    "трёх списаний",
  ]);
  expect(en("Two workers, two\ncharges, a single charge, one sent  mail")).toEqual([
    "two charges",
    "a single charge",
    "one sent mail",
  ]);
});

test("a noun inside another word, or a word between, is no count", () => {
  expect(ru("одно несписание, два этих списания, подва списания")).toEqual([]);
  expect(en("two discharges, two more charges, network charges")).toEqual([]);
});
