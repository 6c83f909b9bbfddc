/** A scenario that runs as it is: a mail and an acknowledgement, and the repair by a key. */
export function scenarioFiles(slug: string): Map<string, string> {
  const folder = `scenarios/${slug}`;
  return new Map([
    [`${folder}/scenario.yaml`, scenario(slug)],
    [`${folder}/handlers/given.ts`, handler('{ to: msg.order, subject: "Paid" }')],
    [`${folder}/handlers/fixed.ts`, handler('{ to: msg.order, subject: "Paid" }, { key: msg.id }')],
  ]);
}

const handler = (mail: string): string => `import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { mailer, ack }: Ports) {
  await mailer.send(${mail});
  await ack();
}
`;

const scenario = (slug: string): string => `title:
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
