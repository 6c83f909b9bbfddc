import { describe, expect, test } from "vitest";
import { placeOf } from "@/components/lesson/place";

const landmarks = [100, 500, 700, 1900];

describe("the place on the scale", () => {
  test("is 0 at the top of the page and 1 at its end", () => {
    expect(placeOf(landmarks, 0, 1200, 800)).toBe(0);
    expect(placeOf(landmarks, 1200, 1200, 800)).toBe(1);
  });

  test("gives every part the same room, however long it is", () => {
    // Nothing to wander: a window without height reads the line at its top.
    expect(placeOf(landmarks, 300, 10_000, 0)).toBeCloseTo(1 / 6);
    expect(placeOf(landmarks, 500, 10_000, 0)).toBeCloseTo(1 / 3);
    expect(placeOf(landmarks, 1300, 10_000, 0)).toBeCloseTo(5 / 6);
  });

  test("only grows while the reader goes down", () => {
    const places = Array.from({ length: 121 }, (_, step) => placeOf(landmarks, step * 10, 1200, 800));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("stays at the start where nothing can be scrolled or the browser bounces", () => {
    expect(placeOf(landmarks, 0, 0, 800)).toBe(0);
    expect(placeOf(landmarks, -40, 1200, 800)).toBe(0);
  });
});
