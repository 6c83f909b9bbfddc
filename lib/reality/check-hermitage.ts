import { parseSql } from "@/lib/content/engine";
import { anomalies, anomalyRows, anomalyTable, levels } from "@/lib/simulator/world/database/hermitage";
import { playCell, shownCell } from "@/lib/simulator/world/database/testing/hermitage-cells";
import { PostgresSessions } from "@/lib/simulator/world/database/testing/postgres-sessions";
import { contents, coursesAfter, observed, simulatedSessions } from "@/lib/simulator/world/database/testing/world-sessions";
import type { HistoryStep } from "@/lib/simulator/world/database/testing/history";

/** One anomaly at one isolation level: whether it happens, and by which error it is prevented. */
export interface CheckedCell {
  anomaly: string;
  level: string;
  simulated: string;
  real: string;
}

/** Plays the ten anomalies of the Hermitage list at every level, in the world and on a server. */
export async function checkHermitage(databaseUrl: string): Promise<CheckedCell[]> {
  const server = await PostgresSessions.connect(databaseUrl, "hermitage");
  const cells: CheckedCell[] = [];
  try {
    for (const anomaly of anomalies) {
      for (const level of levels) {
        const sessions = simulatedSessions(`${anomalyTable}; ${anomalyRows}`, parseSql);
        let course = sessions.initial;
        const simulated = await playCell(anomaly, level, {
          observe: (step) => {
            [course = course] = coursesAfter(sessions, course, step);
            return Promise.resolve(observed(course));
          },
          contents: () => Promise.resolve(contents(course.state)),
        });
        await server.begin({ create: anomalyTable, rows: anomalyRows, steps: [] });
        const real = await playCell(anomaly, level, {
          observe: (step: HistoryStep) => server.observe(step),
          contents: () => server.contents(["t"]),
        });
        await server.reset();
        cells.push({ anomaly: anomaly.name, level, simulated: shownCell(simulated), real: shownCell(real) });
      }
    }
  } finally {
    await server.close();
  }
  return cells;
}
