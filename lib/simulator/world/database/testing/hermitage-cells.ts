import { cellOf, historyAt, type Anomaly, type AnomalyCell } from "../hermitage";
import type { IsolationLevel } from "../store";
import type { ClientReply, HistoryStep, Observation, SessionNumber } from "./history";

/** Where a history is played: in the world, or on a server. */
export interface Stage {
  observe: (step: HistoryStep) => Promise<Observation>;
  contents: () => Promise<Record<string, Record<string, unknown>[]>>;
}

/** Plays an anomaly at a level and reads its cell. */
export async function playCell(anomaly: Anomaly, level: IsolationLevel, stage: Stage): Promise<AnomalyCell> {
  const replies: Record<number, ClientReply[]> = {};
  for (const { transaction, sql } of historyAt(anomaly, level)) {
    const seen = await stage.observe({ session: (transaction - 1) as SessionNumber, sql, params: [] });
    for (const [session, reply] of Object.entries(seen.replies)) (replies[Number(session) + 1] ??= []).push(reply);
  }
  return cellOf(anomaly, replies, (await stage.contents())["t"] ?? []);
}

/** As it stands in a table: `prevented 40001`. */
export function shownCell({ happens, code }: AnomalyCell): string {
  return [happens ? "possible" : "prevented", ...(code === null ? [] : [code])].join(" ");
}

/** What PostgreSQL does, by anomaly: READ COMMITTED, REPEATABLE READ, SERIALIZABLE. */
export const cells: Readonly<Record<string, readonly [string, string, string]>> = {
  G0: ["prevented", "prevented 40001", "prevented 40001"],
  G1a: ["prevented", "prevented", "prevented"],
  G1b: ["prevented", "prevented", "prevented"],
  G1c: ["prevented", "prevented", "prevented 40001"],
  OTV: ["prevented", "prevented 40001", "prevented 40001"],
  PMP: ["possible", "prevented", "prevented"],
  P4: ["possible", "prevented 40001", "prevented 40001"],
  "G-single": ["possible", "prevented", "prevented"],
  "G2-item": ["possible", "possible", "prevented 40001"],
  G2: ["possible", "possible", "prevented 40001"],
};
