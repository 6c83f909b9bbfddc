/** A scenario file with a queue, a database, Stripe, a mailer, alerts and a receiver, for tests to vary. */
export const smallScenario = `title: { ru: Проба, en: Trial }
parts:
  queue: {}
  database:
    setup: |
      CREATE TABLE processed (msg_id text PRIMARY KEY);
      CREATE TABLE orders (id text PRIMARY KEY, status text NOT NULL DEFAULT 'new');
      INSERT INTO orders (id) VALUES ('order-9'); CREATE SEQUENCE tickets;
  stripe: {}
  mailer: {}
  alert: {}
  receivers: [bank]
processes:
  - { role: worker, count: 2 }
messages:
  - { id: m1, order: order-9, amount: 4200 }
bounds: { crash: 1, expiry: 1 }
effects:
  charges:
    of: stripe.charges
    per: order
    noun: { ru: [списание, списания, списаний], en: [charge, charges] }
observations:
  status: SELECT status FROM orders WHERE id = 'order-9'
handlers:
  given: { title: { ru: Как есть, en: As it is } }
`;

export const smallHandler = `export default async function handle(msg, { db, stripe, ack }) {
  await stripe.charges.create({ amount: msg.amount, currency: "eur" });
  await ack();
}
`;

/** A scenario file with a mailer behind the coordinator: these messages, all about one order. */
export function coordinatedScenario(...messages: string[]): string {
  return `title: { ru: Проба, en: Trial }
parts:
  queue: {}
  mailer: {}
  coordinator: {}
processes:
  - { role: worker, count: 2 }
messages:
${messages.map((id) => `  - { id: ${id}, order: order-9 }`).join("\n")}
effects:
  mails:
    of: mailer.mails
    per: order
    noun: { ru: [письмо, письма, писем], en: [mail, mails] }
handlers:
  given: { title: { ru: Как есть, en: As it is } }
`;
}
