import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Scaffolds a scenario that runs: `npm run content:new -- scenario <slug>`. Writes below `content/scenarios` of the
 * current folder. Exit code 2 and one sentence when that is not possible.
 */

const given = `import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { mailer, ack }: Ports) {
  await mailer.send({ to: msg.order, subject: "Paid" });
  await ack();
}
`;

const fixed = `import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { mailer, ack }: Ports) {
  await mailer.send({ to: msg.order, subject: "Paid" }, { key: msg.id });
  await ack();
}
`;

const scenario = (slug: string) => `title:
  ru: ${slug}
  en: ${slug}
kind: gap

parts:
  queue: {}
  mailer: {}

processes:
  - { role: worker, count: 2 }

messages:
  - { id: m1, order: order-9, amount: 4200 }

bounds: { crash: 1, expiry: 1 }

effects:
  mails:
    of: mailer.mails
    per: order
    wanted: 1
    noun:
      ru: [письмо, письма, писем]
      en: [mail, mails]

handlers:
  given:
    title: { ru: Как в сниппете, en: As in the snippet }
  fixed:
    title: { ru: С ключом сообщения, en: With the message as the key }

captions:
  - handler: given
    after: mail
    words: { ru: "письмо ушло, очередь об этом не знает", en: "mail sent, the queue does not know" }

claims:
  - { handler: given, effect: mails, min: 1, max: 2, verdict: double, bounds: { processes: 1, crash: 1 } }
  - { handler: fixed, effect: mails, set: [1], verdict: ok, bounds: { processes: 2, crash: 1, expiry: 1 } }
`;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const [kind, slug, ...rest] = process.argv.slice(2);
if (kind !== "scenario" || slug === undefined || rest.length > 0) fail("Usage: npm run content:new -- scenario <slug>");
if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
  fail(`"${slug}" is no slug: use lower-case letters and digits, joined by hyphens.`);
const folder = join("content", "scenarios", slug);
if (!existsSync(join("content", "scenarios")))
  fail("There is no folder content/scenarios here: run this in the root of the project.");
if (existsSync(join(folder, "scenario.yaml")))
  fail(`${folder}/scenario.yaml exists already: choose another slug, or edit it.`);
mkdirSync(join(folder, "handlers"), { recursive: true });
writeFileSync(join(folder, "scenario.yaml"), scenario(slug));
for (const [name, source] of Object.entries({ given, fixed })) {
  const file = join(folder, "handlers", `${name}.ts`);
  if (!existsSync(file)) writeFileSync(file, source);
}
console.log(`${folder} is there, with the handlers given and fixed. Run it:`);
console.log(`npm run -s explore -- ${slug} --choices A-m1.A-mail.A-crash.m1-lease.A-m1.A-mail.A-ack`);
