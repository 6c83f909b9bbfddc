import { expect, test } from "vitest";
import { withoutStyleAttributes } from "@/components/repair/monaco/styled-html";

test("what Monaco says about the style of its lines moves to another attribute", () => {
  expect(withoutStyleAttributes('<div style="top:25px;height:25px;" class="view-line"><span><span class="mtk1" style=\'width:3px\'>a</span></span></div>')).toBe(
    '<div data-style="top:25px;height:25px;" class="view-line"><span><span class="mtk1" data-style=\'width:3px\'>a</span></span></div>',
  );
});

test("what the learner has written about styles stays as it is", () => {
  const line = '<div class="view-line"><span>const&nbsp;style="red";&nbsp;&lt;b&nbsp;style="x"&gt;</span></div>';
  expect(withoutStyleAttributes(line)).toBe(line);
});
