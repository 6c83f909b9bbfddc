import { expect, test } from "vitest";
import { readMetric } from "@/components/lesson/metric";

test("a metric file is a caption and lines of cells", () => {
  const source = "# hit_rate = hits / checks\nbefore 14:02   0.05 %\n14:02 - 14:12  8.0 %   no deploy\n\n";
  expect(readMetric(source)).toEqual({
    caption: "hit_rate = hits / checks",
    rows: [
      { period: "before 14:02", value: "0.05 %", remark: "" },
      { period: "14:02 - 14:12", value: "8.0 %", remark: "no deploy" },
    ],
  });
});
