import { expect, test } from "vitest";
import { zoomOnPaper } from "@/components/ui/use-paper-fit";

test("what fits a page stays as it is, what does not is made as wide or as high as one", () => {
  expect(zoomOnPaper(600, 400)).toBe(1);
  expect(zoomOnPaper(1008, 400)).toBeCloseTo(2 / 3);
  expect(zoomOnPaper(358, 1304)).toBeCloseTo(0.75);
});

test("nothing gets too small to be read", () => {
  expect(zoomOnPaper(4000, 400)).toBe(0.5);
});
