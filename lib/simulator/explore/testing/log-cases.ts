import type { Simulation } from "../../run/simulation";
import { type Asked, scenarioFrom, simulate } from "../../testing/simulate";

/** A consumer with this body of its endless loop; a partition of the log with one record for each letter of its text. */
export async function consuming(asked: Asked, partitions: Readonly<Record<string, string>>, ...lines: string[]): Promise<Simulation> {
  const source = [
    "export default async function consume({ consumer, mailer }) {",
    "  for (;;) {",
    ...lines,
    "  }",
    "}",
  ].join("\n");
  const records = Object.fromEntries(
    Object.entries(partitions).map(([name, letters]) => [name, [...letters].map((letter) => `${letter}1`)]),
  );
  const ids = Object.values(records).flat();
  const text = `title: { ru: Проба, en: Trial }
parts:
  log: { partitions: ${JSON.stringify(records)} }
  mailer: {}
processes:
  - { role: worker, count: 2, starts: assigned }
messages:
${ids.map((id) => `  - { id: ${id}, order: order-${id} }`).join("\n")}
effects:
  mails: { of: mailer.mails, per: order, column: to, noun: { ru: [письмо, письма, писем], en: [mail, mails] } }
handlers:
  given: { title: { ru: Как есть, en: As it is } }
`;
  return simulate(scenarioFrom(text, { given: source }), { given: source }, asked);
}

const poll = (max: number) => `const records = await consumer.poll({ max: ${max} });`;
const mail = "await mailer.send({ to: record.value.order, subject: 'a' });";
const commit = "await consumer.commit(record.offset + 1);";
const each = (...lines: string[]) => ["for (const record of records) {", ...lines, "}"];

/** Small explorations of a log, each with at most some thousand schedules. */
export const logCases: [name: string, make: () => Promise<Simulation>][] = [
  [
    "a log: a partition moves, and two spare consumers are alike",
    () => consuming({ processes: 3, faults: { rebalance: 1 } }, { p0: "rs" }, poll(1), ...each(mail, commit)),
  ],
  [
    "a log: a batch, a rebalance and a crash",
    () => consuming({ faults: { rebalance: 1, crash: 1 } }, { p0: "r" }, poll(2), ...each(mail, commit)),
  ],
  [
    "a log: a timer that commits, and two crashes",
    () =>
      consuming({ processes: 1, faults: { crash: 2 }, profiles: { "auto-commit": "on" } }, { p0: "rs" }, poll(2), ...each(mail)),
  ],
  [
    "a log: two partitions of one consumer, eager",
    () => consuming({ faults: { rebalance: 1 } }, { p0: "r", p1: "s", p2: "t" }, poll(1), ...each(commit)),
  ],
  [
    "a log: two partitions of one consumer, cooperative",
    () =>
      consuming(
        { faults: { rebalance: 1 }, profiles: { "rebalance-protocol": "cooperative" } },
        { p0: "r", p1: "s", p2: "t" },
        poll(1),
        ...each(commit),
      ),
  ],
  [
    "a log: a commit that never arrives",
    () => consuming({ processes: 1, faults: { ackLost: 2 } }, { p0: "rs" }, poll(1), ...each(mail, commit)),
  ],
];

/** A record that its consumer cannot handle: it is read, fails, and is read again. */
export function poisoned(asked: Asked = {}): Promise<Simulation> {
  return consuming(
    { processes: 1, faults: {}, ...asked },
    { p0: "rs" },
    poll(1),
    ...each("if (record.id === 'r1') throw new Error('cannot be read');", mail, commit),
  );
}
