import { adviceEnglish } from "./advice";
import { isSending } from "./calls";
import { countEnglish, lifeName, money } from "./numbers";
import type { Sentences } from "./sentences";

const rows = (count: number) => countEnglish(count, ["row", "rows"]);
const whileOpen = (open: boolean) => (open ? ", visible to nobody else before COMMIT" : "");

const offsetsOf = (offsets: Readonly<Record<string, number>>) =>
  Object.entries(offsets)
    .map(([partition, offset]) => `offset ${offset} of ${partition}`)
    .join(", ");

export const english: Sentences = {
  facts: {
    handed: ({ message, delivery }, life) =>
      delivery > 1 ? `${life} receives ${message}, delivery ${delivery}.` : `${life} receives ${message}.`,
    acked: ({ message }, life) => `${life} acknowledges ${message}; the queue deletes it.`,
    "ack-ignored": ({ message, because }, life) =>
      ({
        stale: `${life} acknowledges ${message}, but its receipt is no longer valid; the queue ignores it.`,
        "already-acked": `${life} acknowledges ${message}, which is already gone; nothing changes.`,
        "dead-lettered": `${life} acknowledges ${message}, which is in the dead-letter queue by now; nothing changes.`,
      })[because],
    "ack-rejected": ({ message }, life) => `${life} acknowledges ${message}; the queue rejects the expired receipt.`,
    "ack-settled": ({ message }, life) =>
      `${life} acknowledges ${message} late, and the broker lets it count: the message is gone, whoever has it now.`,
    redriven: ({ messages }) => `Dead letters return to the queue: ${messages.join(", ")}, receives counted from zero.`,
    published: ({ topic, message, id }, life) =>
      `${life} publishes ${message} to ${topic}${id === null ? "" : ` under the id ${id}`}.`,
    "publish-deduplicated": ({ topic, id }, life) =>
      `${life} publishes to ${topic} under the known id ${id}: the broker answers “accepted” and stores nothing.`,
    nacked({ message, delayed, implicit, dead }, life) {
      const given = implicit ? `${life} ends without ack: ${message} goes back` : `${life} gives ${message} back`;
      if (dead) return `${given} and, received too often, lands in the dead-letter queue.`;
      return delayed
        ? `${given}; the queue will deliver it again after a pause.`
        : `${given}; the queue can deliver it again.`;
    },
    "nack-ignored": ({ message, implicit }, life) =>
      implicit
        ? `${life} ends without ack; ${message} was no longer its own, nothing changes.`
        : `${life} gives ${message} back, which is no longer its own; nothing changes.`,
    "visible-again"({ message, because, dead }) {
      const reason =
        because === "expiry"
          ? "The visibility timeout passes while the worker goes on"
          : "The lease, which nobody renews any more, ends";
      return dead
        ? `${reason}: ${message}, received too often, lands in the dead-letter queue.`
        : `${reason}: ${message} is visible again.`;
    },
    waits({ table, holder, reason }, life) {
      const rival = lifeName(holder);
      return reason === "key"
        ? `${life} waits: ${rival} has inserted the same key into ${table} and not yet ended its transaction.`
        : `${life} waits: ${rival} holds the row of ${table} and has not yet ended its transaction.`;
    },
    "waits-for-advisory-lock": ({ key, holder }, life) => `${life} waits: ${lifeName(holder)} holds the advisory lock ${key}.`,
    "snapshot-taken": (_, life) =>
      `The query of ${life} takes the snapshot of its transaction, and has to wait: what others commit meanwhile it will not see.`,
    "waits-in-line": (_, life) => `${life} waits: its connection is busy with an earlier query.`,
    "session-ended": ({ life }) =>
      `The database notices that ${lifeName(life)} is gone, rolls its transaction back and frees its locks.`,
    charged: ({ charge, amount, currency, key }, life) =>
      `${life} charges ${money(amount, currency, ".")}: Stripe takes the money (${charge}${key === null ? ", no key" : `, key ${key}`}).`,
    "charge-replayed": ({ key, charge, failed }, life) =>
      failed
        ? `${life} charges under the known key ${key}: Stripe repeats the saved failure, no money moves.`
        : `${life} charges under the known key ${key}: Stripe repeats its answer ${charge ?? ""}, no money moves.`,
    "charge-key-mismatch": ({ key }, life) =>
      `${life} charges under the known key ${key} with other parameters: Stripe refuses.`,
    "charge-begun": ({ key }, life) => `Stripe takes up the charge of ${life} under the key ${key}; there is no answer yet.`,
    "charge-in-progress": ({ key }, life) =>
      `${life} charges under the key ${key}, but the first call is still in progress: Stripe answers 409.`,
    "charge-ended": ({ key }) => `Stripe ends the call under the key ${key}: the money is taken, and nobody waits for the answer.`,
    "charge-refused": ({ message }, life) =>
      `${life} charges; Stripe refuses the request before carrying it out: ${message}`,
    sent({ what, effect, key }, life) {
      const keyed = key === null ? "" : ` under the key ${key}`;
      return isSending(effect) ? `${life} sends “${what}”${keyed}.` : `${life} calls ${effect}${keyed}: it is done.`;
    },
    "sent-without-key": ({ what, effect, key }, life) =>
      `${life} ${isSending(effect) ? `sends “${what}”` : `calls ${effect}`}: the library does not take the key ${key} and silently sends without one.`,
    "sent-replayed": ({ what, effect, key }, life) =>
      isSending(effect)
        ? `${life} sends “${what}” under the known key ${key}: nothing goes out a second time.`
        : `${life} calls ${effect} under the known key ${key}: nothing is done a second time.`,
    reserved: ({ key, fence, takeover }, life) =>
      takeover
        ? `${life} takes ${key} over from a holder whose lease has ended (token ${fence}); whether its effect happened, nobody knows.`
        : `${life} reserves ${key} (token ${fence}).`,
    "not-reserved": ({ key, because }, life) =>
      ({
        "in-flight": `${life} wants to reserve ${key}, but another worker holds it.`,
        completed: `${life} wants to reserve ${key} and gets the stored result instead.`,
        mismatch: `${life} wants to reserve ${key} with other parameters than before: refused.`,
      })[because],
    "result-stored": ({ key }, life) => `${life} stores its result under ${key}.`,
    "reservation-renewed": ({ key }, life) => `${life} renews its lease of ${key}.`,
    "reservation-released": ({ key }, life) => `${life} gives ${key} back without a result.`,
    "reservation-lost": ({ key, wanted }, life) =>
      ({
        complete: `${life} wants to store its result under ${key}, but has lost the key: refused.`,
        renew: `${life} wants to renew its lease of ${key}, but has lost the key: refused.`,
        release: `${life} wants to give ${key} back, but has lost it already.`,
      })[wanted],
    "record-read": ({ key, found }, life) =>
      ({
        completed: `${life} reads the result stored under ${key}.`,
        "in-flight": `${life} reads ${key}: another worker is still at it.`,
        nothing: `${life} reads ${key}: nothing is there.`,
      })[found],
    "record-changed": ({ key }, life) => `${life} is told that ${key} has changed.`,
    "waits-for-record": ({ key, holder }, life) =>
      holder === null
        ? `${life} waits for ${key} until the lease of its dead holder ends.`
        : `${life} waits for the result of ${lifeName(holder)} under ${key}.`,
    "wait-timed-out": ({ key }, life) => `${life} has waited for ${key} long enough and gives up.`,
    "store-unavailable": (_, life) => `${life} cannot reach the key store.`,
    "reservation-ended": ({ key, kept }) =>
      kept
        ? `The lease of ${key} ends although its holder goes on: anybody can take the key over now.`
        : `The lease of ${key} ends, nobody has renewed it: anybody can take the key over now.`,
    "redis-written": ({ key, value, hasTtl }, life) => `${life} writes ${key} = ${value}${hasTtl ? ", with a TTL" : ""}.`,
    "redis-not-written": ({ key }, life) => `${life} wants to take ${key}, but the key exists: NX writes nothing.`,
    "redis-read": ({ key, value }, life) => (value === null ? `${life} reads ${key}: there is no such key.` : `${life} reads ${key} = ${value}.`),
    "redis-deleted": ({ key, deleted }, life) =>
      deleted ? `${life} deletes ${key}.` : `${life} deletes nothing: ${key} is gone, or holds another value.`,
    "redis-counted": ({ key, value }, life) => `${life} increments ${key} to ${value}.`,
    "redis-ttl-set": ({ key, existed }, life) => (existed ? `${life} gives ${key} a time to live.` : `${life} gives ${key} a time to live, but there is no such key.`),
    "redis-refused": ({ key, message }, life) => `${life} calls for ${key}, and Redis answers with an error: ${message}.`,
    "redis-key-ended": ({ key, kept }) =>
      kept ? `The TTL of ${key} ends although its holder goes on: the key is gone.` : `The TTL of ${key} ends, its holder is dead: the key is gone.`,
    "redis-failed-over": ({ key }) => `A replica takes over as the primary of Redis: it never got the latest write, ${key}.`,
    "redis-unavailable": (_, life) => `${life} cannot reach Redis.`,
    "fence-refused": ({ what, token, seen }, life) => `${life} calls “${what}” with token ${token}, but ${seen} was seen already: refused.`,
    "key-forgotten": ({ key }) => `The key ${key} is older than its retention: it is forgotten.`,
    polled: ({ partition, records, from }, life) =>
      `${life} polls ${partition} from offset ${from}: ${records.join(", ")}. Its position is ${from + records.length} now, nothing is committed by that.`,
    "waits-for-records": ({ assigned }, life) =>
      assigned.length === 0
        ? `${life} polls, but no partition is assigned to it.`
        : `${life} polls, but there is nothing new in ${assigned.join(", ")}.`,
    "offset-committed": ({ partition, offset }, life) =>
      `${life} commits offset ${offset} of ${partition}: everything below it counts as done.`,
    "offsets-auto-committed": ({ offsets }, life) =>
      `The timer of ${life} commits its position: ${offsetsOf(offsets)}. Whether the records were handled, it does not ask.`,
    "commit-refused": ({ partition, offset, because }, life) =>
      ({
        ILLEGAL_GENERATION: `${life} wants to commit offset ${offset ?? ""} of ${partition ?? ""}, but its generation is over: ILLEGAL_GENERATION, the client throws CommitFailedException.`,
        UNKNOWN_MEMBER_ID: `${life} wants to commit, but the group does not know it: UNKNOWN_MEMBER_ID, the client throws CommitFailedException.`,
        offset: `${life} wants to commit something that is no offset: the client refuses.`,
      })[because],
    "partition-moved": ({ partition, from, to, offset, because }) =>
      because === "rebalance"
        ? `The group rebalances: ${partition} goes from ${lifeName(from)}, which lives and goes on, to ${lifeName(to)}, which will read it from the committed offset ${offset}.`
        : `The group has missed the heartbeats of ${lifeName(from)} for too long: ${partition} goes to ${lifeName(to)}, which will read it from the committed offset ${offset}.`,
    "consumer-restarted": ({ error }, life) =>
      error === null
        ? `The loop of ${life} has ended; it starts again from the committed offsets.`
        : `${life} ends with ${error}; it starts again from the committed offsets.`,
    slept: ({ ms }, life) => `${life} has waited ${ms} ms and goes on.`,
    crashed({ requeued }, life) {
      const died = `${life} dies: no catch, no finally, its memory is gone.`;
      if (!requeued) return died;
      const { message, dead } = requeued;
      return dead
        ? `${died} Its channel closes, and ${message}, received too often, lands in the dead-letter queue.`
        : `${died} Its channel closes, and ${message} is visible again at once.`;
    },
    threw: ({ message }, life) => `${life} does not make its call: the code before it throws (${message}).`,
    "told-to-stop": (_, life) => `${life} gets SIGTERM: it ends what it is at and takes nothing new.`,
    "commit-lost": ({ applied }, life) =>
      applied
        ? `${life} commits, and it is committed, but the connection breaks: ${life} does not know.`
        : `The connection of ${life} breaks before COMMIT: the database rolls back, and ${life} does not know how it ended.`,
  },
  deeds: {
    begun: (_, life) => `${life} opens a transaction.`,
    "already-begun": (_, life) => `${life} sends BEGIN inside a transaction: only a warning.`,
    committed: (_, life) => `${life} commits: its changes are everybody's now.`,
    "rolled-back": (_, life) => `${life} rolls back: its changes never were.`,
    "nothing-to-end": (_, life) => `${life} ends a transaction, but none is open: only a warning.`,
    "commit-rolled-back": (_, life) =>
      `${life} sends COMMIT, but the transaction has failed: the database rolls back and raises no error.`,
    isolated: ({ isolation, begun }, life) =>
      begun
        ? `${life} opens a transaction: ${isolation.toUpperCase()}.`
        : `${life} sets the isolation level of its transaction: ${isolation.toUpperCase()}.`,
    "savepoint-set": ({ savepoint }, life) => `${life} sets the savepoint ${savepoint}.`,
    "savepoint-released": ({ savepoint }, life) =>
      `${life} gives the savepoint ${savepoint} up: what came after it now belongs to the transaction.`,
    "savepoint-restored": ({ savepoint }, life) =>
      `${life} rolls back to the savepoint ${savepoint}: changes and locks from after it are gone, the transaction goes on.`,
    "advisory-taken": ({ key, until }, life) =>
      `${life} takes the advisory lock ${key} ${until === "unlocked" ? "until it gives it back or its session ends" : "until its transaction ends"}.`,
    "advisory-refused": ({ key }, life) => `${life} does not get the advisory lock ${key}: another session holds it.`,
    "advisory-returned": ({ key }, life) => `${life} gives the advisory lock ${key} back.`,
    "advisory-not-held": ({ key }, life) => `${life} gives the advisory lock ${key} back, but its session does not hold it: only a warning.`,
    "sequence-read": ({ sequence, value, taken }, life) =>
      taken
        ? `${life} takes ${value} from ${sequence}: nobody gets it again, not even after a rollback.`
        : `${life} reads the latest value that it has taken from ${sequence}: ${value}.`,
    read: ({ table, rows: found, locked }, life) =>
      `${life} reads ${table}: ${rows(found)}${locked && found > 0 ? ", locked until its transaction ends" : ""}.`,
    inserted: ({ table, key, open }, life) => `${life} inserts ${key} into ${table}${whileOpen(open)}.`,
    skipped: ({ table, constraint }, life) =>
      `${life} inserts nothing into ${table}: ${constraint} already has the key.`,
    updated: ({ table, rows: changed, open }, life) =>
      `${life} updates ${rows(changed)} of ${table}${whileOpen(open && changed > 0)}.`,
    deleted: ({ table, rows: changed, open }, life) =>
      `${life} deletes ${rows(changed)} of ${table}${whileOpen(open && changed > 0)}.`,
    failed: ({ code, message, constraint, open }, life) =>
      `${life} gets ${code}${constraint === null ? ` (${message})` : ` on ${constraint}`}${open ? "; its transaction has failed and its changes are undone" : ""}.`,
  },
  replyLost: (applied, life) =>
    applied === null
      ? `The request of ${life} is lost on the way: nothing happens, and ${life} gets a timeout.`
      : `${applied} The answer is lost: ${life} gets a timeout.`,
  serverError: (applied) => `${applied} It then fails, saves the failure and answers 500.`,
  refusals: {
    syntax: ({ detail }) => `this is not valid TypeScript: ${detail}.`,
    "too-deep": () => "brackets or expressions are nested too deeply here: give inner parts names of their own, as constants or functions.",
    import: ({ detail }) =>
      `“${detail}” cannot be imported: a handler may import types only; everything else comes through its ports.`,
    "no-default-export": () =>
      "the file exports no function by default: begin with `export default async function handle(msg, { db, ack }) {`.",
    "load-throws": ({ detail }) => `the module fails while it is loaded, before any message: ${detail}.`,
    "hidden-global": ({ detail }) => `${detail} does not exist here. ${adviceEnglish(detail)}`,
    "shared-global": ({ detail }) =>
      `globalThis.${detail} cannot be set: workers are separate processes and share no memory. Use a variable of the module, and mind that a crash forgets it.`,
    "generated-code": () => "code made from text is not run here: write it as a function.",
    "unknown-port": ({ detail }) => `there is no port ${detail}: see the type Ports for those that exist.`,
    "bad-argument": ({ detail }) =>
      `${detail} takes plain data: text, numbers, lists and objects of them, no functions and no circles.`,
    "indirect-count": ({ detail }) => `${detail} is read under a name that is put together: write msg.${detail}, so that the search counts the receives.`,
    "too-many-requests": ({ detail }) =>
      `the handler made more than ${detail} calls for one message: does a loop never end?`,
    "not-a-port": () =>
      "the handler waits for a promise that no port will ever settle: await calls of ports, or what is made of them.",
    endless: () => "the handler computes without end: a loop here never stops or waits.",
    memory: () => "the handler fills its memory: does something grow without end?",
    recursion: () => "a function calls itself too deeply: does the recursion end?",
    nondeterministic: () =>
      "run again with the same replies, the handler did something else: it depends on something that changes between runs.",
    "no-such-topic": ({ detail, known = [] }) =>
      `nobody consumes the topic ${detail} here: ${known.length > 0 ? `publish to ${known.join(" or ")}` : "no process of this scenario consumes a topic"}.`,
    "bad-poll": ({ detail }) => `poll({ max: ${detail} }) can return nothing: max is a whole number, 1 or more.`,
    "part-missing": ({ detail }) => `this scenario has no ${detail}: use the parts that it declares.`,
    "sql-syntax": ({ detail }) => `PostgreSQL cannot read this SQL: ${detail}.`,
    "sql-unsupported": ({ detail }) =>
      `the database here does not know ${detail}: it knows SELECT from one table, INSERT … ON CONFLICT, UPDATE, DELETE, RETURNING, FOR UPDATE, transactions with isolation levels and savepoints, advisory locks and sequences.`,
    "sql-unknown-table": ({ detail }) => `there is no table ${detail}.`,
    "sql-unknown-column": ({ detail }) => `there is no column ${detail}.`,
    "sql-unknown-constraint": ({ detail }) => `no unique constraint fits ON CONFLICT ${detail}.`,
    "sql-too-deep": () => "this SQL is nested too deeply: write it with fewer brackets.",
    "migration-unsupported": ({ detail }) =>
      `a migration cannot hold ${detail} here: it adds tables, columns, constraints, unique indexes and sequences, and fills only tables that it makes.`,
    "migration-rows": ({ detail }) => `PostgreSQL refuses it for the rows that are there: ${detail}.`,
    "migration-given-rows": ({ detail }) =>
      `the rows of ${detail} are what the handler finds: a migration fills only tables that it makes.`,
  },
  at: (line, column) => (column === null ? `Line ${line}: ` : `Line ${line}, column ${column}: `),
  migration: "Migration",
};
