import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import { sansLetter } from "@/components/simulator/diagram/labels";

/** Where words that should end here do end, in pixels. */
function endOf(x: number): number {
  const drawn = renderToStaticMarkup(
    <FigureText x={x} textAnchor="end" geometry={{ width: 358, textSize: 1 }}>
      ch_2
    </FigureText>,
  );
  return Number(/ x="([^"]+)"/.exec(drawn)?.[1]);
}

test("words that fit stay where they are, those that would leave the figure are moved into it", () => {
  expect(endOf(200)).toBe(200);
  expect(endOf(358)).toBeCloseTo(354);
  expect(endOf(2)).toBeCloseTo(4 + 4 * sansLetter);
});
