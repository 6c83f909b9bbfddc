import fc from "fast-check";
import type { HistoryEntry, Snapshot } from "../process/history";

/** One statement of a generated handler, as source text on one line. */
const call = fc.constantFrom(
  "db.query('SELECT 1 FROM t WHERE a = $1', [msg.id])",
  "db.query('INSERT INTO t (a) VALUES ($1)', [String(n)])",
  "stripe.charges.create({ amount: n + 1, currency: 'eur' })",
  "stripe.charges.create({ amount: 5, currency: 'eur' }, { idempotencyKey: random.uuid() })",
  "mailer.send({ to: 'a', subject: 's' + clock.now() })",
  "receiver('bank').call('pay', { key: msg.id, params: { n } })",
  "db.transaction(async (tx) => { n = (await tx.query('UPDATE t SET a = 1')).rowCount; if (n > 1) throw new Error('many'); return n; })",
  "helper(msg)",
  "clock.sleep(5)",
);

const simple = fc.oneof(
  call.map((made) => `await ${made};`),
  call.map((made) => `${made}.catch(() => 0);`),
  call.map((made) => `${made};`),
  call.map((made) => `n = (await ${made})?.rowCount ?? n;`),
  fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => `await Promise.all([${calls.join(", ")}]);`),
  fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => `await Promise.race([${calls.join(", ")}]);`),
  fc
    .array(call, { minLength: 1, maxLength: 2 })
    .map((calls) => `n += (await Promise.allSettled([${calls.join(", ")}])).length;`),
  fc.constantFrom(
    "log('n', n, msg);",
    "n++;",
    "seen++;",
    "await ack();",
    "ack();",
    "await nack({ delay: 5 });",
    "await null;",
    "if (n > 2) return;",
    "if (seen > 1) return ack();",
  ),
  fc.constantFrom(
    "throw new TypeError('no');",
    "Promise.reject(new RangeError('forgotten'));",
    "(async () => { await null; throw new RangeError('forgotten'); })();",
    "await Promise.resolve(3).then((x) => log(x));",
    "await new Promise((done) => done(1));",
    "[1, 2].forEach(async (x) => { await alert(String(x)).catch(() => 0); log(x); });",
  ),
);

const compound = fc
  .tuple(
    fc.constantFrom("try", "if", "async", "loop"),
    fc.array(simple, { minLength: 1, maxLength: 3 }),
    fc.array(simple, { maxLength: 2 }),
  )
  .map(([kind, first, second]) => {
    switch (kind) {
      case "try":
        return [
          "try {",
          ...first,
          "} catch (error) {",
          "log('caught', error.name, error.code ?? '');",
          ...second,
          "} finally {",
          "n++;",
          "}",
        ];
      case "if":
        return ["if (n % 2 === 0) {", ...first, "} else {", ...second, "}"];
      case "loop":
        return ["for (let i = 0; i < 2; i++) {", ...first, "}"];
      default:
        return ["const later = async () => {", ...first, "};", "await later();"];
    }
  });

const statement = fc.oneof(
  simple.map((line) => [line]),
  compound,
);

/** The source of a handler that uses every kind of port call, with and without await, forgets promises, and keeps module state. */
export const handlerSource = fc
  .array(statement, { minLength: 1, maxLength: 6 })
  .map((statements) =>
    [
      "let seen = 0;",
      "const helper = async (msg) => { await alert2('helper ' + msg.id); return { rowCount: 2 }; };",
      "let alert2 = null;",
      "export default async function handle(msg, { ack, nack, db, stripe, mailer, receiver, alert, log, clock, random }) {",
      "alert2 = alert;",
      "let n = 0;",
      ...statements.flatMap((lines, index) => lines.map((line) => line.replace(/\blater\b/, `later${index}`))),
      "}",
    ].join("\n"),
  );

/** Picks, step by step, what is answered and how; `next` gives numbers that the property controls. */
export function nextEntry(snapshot: Snapshot, next: () => number): HistoryEntry | null {
  if (snapshot.status === "refused" || snapshot.status === "done") return null;
  if (snapshot.status === "idle") return { message: { id: `m${next() % 3}`, order: "order-9", amount: 4200 } };
  const request = snapshot.pending[next() % snapshot.pending.length];
  if (!request) return null;
  const kind = next() % 4;
  if (kind === 0)
    return { reply: request.id, error: { name: "error", message: "duplicate key", fields: { code: "23505" } } };
  return { reply: request.id, value: kind === 1 ? null : { rows: [], rowCount: kind - 2, id: "x" } };
}
