import { expect, it } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { anomalies, anomalyRows, anomalyTable, levels } from "./hermitage";
import { cells, playCell, shownCell } from "./testing/hermitage-cells";
import { contents, coursesAfter, observed, simulatedSessions } from "./testing/world-sessions";

/** The same histories are played on a server, with the same cells, by `differential.test.ts`. */
it.each(anomalies.map((anomaly) => [anomaly.name, anomaly] as const))("%s happens at the levels that allow it", async (name, anomaly) => {
  const row: string[] = [];
  for (const level of levels) {
    const sessions = simulatedSessions(`${anomalyTable}; ${anomalyRows}`, parseSql);
    let course = sessions.initial;
    const cell = await playCell(anomaly, level, {
      observe: (step) => {
        [course = course] = coursesAfter(sessions, course, step);
        return Promise.resolve(observed(course));
      },
      contents: () => Promise.resolve(contents(course.state)),
    });
    row.push(shownCell(cell));
  }
  expect(row).toEqual(cells[name]);
});

it("there are ten", () => {
  expect(anomalies.map(({ name }) => name)).toEqual(Object.keys(cells));
  expect(anomalies).toHaveLength(10);
});
