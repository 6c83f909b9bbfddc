import { z } from "zod";
import { trafficSchema } from "../traffic/plan";
import { brokerProfiles, type BrokerName } from "./brokers";
import { modelledFaults, profileValues, scenarioKinds, type Fault } from "./scenario";

/** The shape of `scenario.yaml`. What the fields mean is said in `scenario.ts`; what they refer to is checked in `load.ts`. */

const words = z.strictObject({ ru: z.string().min(1), en: z.string().min(1) });
const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");

/** Message ids stand in the names of choices beside the names of steps. */
const messageId = z.string().regex(/^[a-z]+[0-9]+$/, "must be letters and a number, such as m1");

const message = z.object({ id: messageId }).catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Published messages are called by their topic and a number, in the names of choices, too. */
const topic = z.string().regex(/^[a-z]+$/, "must be letters, such as invoices");

const profileShape = {
  "stale-ack": z.enum(profileValues["stale-ack"]).optional(),
  requeue: z.enum(profileValues.requeue).optional(),
  order: z.enum(profileValues.order).optional(),
  "limit-counts": z.enum(profileValues["limit-counts"]).optional(),
  "dead-consumer": z.enum(profileValues["dead-consumer"]).optional(),
  redelivered: z.enum(profileValues.redelivered).optional(),
  "publish-dedup": z.enum(profileValues["publish-dedup"]).optional(),
  "compare-params": z.enum(profileValues["compare-params"]).optional(),
  "in-progress-409": z.enum(profileValues["in-progress-409"]).optional(),
  "key-rules": z.enum(profileValues["key-rules"]).optional(),
  "invalid-key": z.enum(profileValues["invalid-key"]).optional(),
  "receiver-keys": z.enum(profileValues["receiver-keys"]).optional(),
  fencing: z.enum(profileValues.fencing).optional(),
  "redis-eviction": z.enum(profileValues["redis-eviction"]).optional(),
  "redis-failover": z.enum(profileValues["redis-failover"]).optional(),
  "auto-commit": z.enum(profileValues["auto-commit"]).optional(),
  "rebalance-protocol": z.enum(profileValues["rebalance-protocol"]).optional(),
};

const budget = z.int().min(0).max(5);
const maxReceive = z.union([z.int().min(1).max(1000), z.literal("none")]);
const processCount = z.int().min(1).max(4);

/** Budgets of faults and the limit of receives; a claim may change the number of processes, too. */
const limits = {
  maxReceive: maxReceive.optional(),
  ...(Object.fromEntries(modelledFaults.map((fault) => [fault, budget.optional()])) as Record<
    Fault,
    z.ZodOptional<typeof budget>
  >),
};
const bounds = z.strictObject(limits);
const claimBounds = z.strictObject({
  processes: z.union([processCount, z.record(slug, processCount)]).optional(),
  ...limits,
});

/** The rules of a broker by its name; any of them may be given besides. */
const broker = z.enum(Object.keys(brokerProfiles) as [BrokerName, ...BrokerName[]]).optional();
const claimProfiles = z.strictObject({ broker, ...profileShape });

const queue = z.strictObject({
  broker,
  "stale-ack": profileShape["stale-ack"],
  requeue: profileShape.requeue,
  order: profileShape.order,
  "limit-counts": profileShape["limit-counts"],
  "dead-consumer": profileShape["dead-consumer"],
  redelivered: profileShape.redelivered,
  "publish-dedup": profileShape["publish-dedup"],
});
const partitionName = z.string().regex(/^p[0-9]$/, "must be p and a digit, such as p0");
const log = z.strictObject({
  partitions: z.record(partitionName, z.array(messageId)).refine((partitions) => Object.keys(partitions).length > 0, "at least one"),
  "auto-commit": profileShape["auto-commit"],
  "rebalance-protocol": profileShape["rebalance-protocol"],
});
const empty = z.strictObject({});

export const scenarioSchema = z.strictObject({
  title: words,
  kind: z.enum(scenarioKinds).default("other"),
  parts: z.strictObject({
    queue: queue.optional(),
    database: z.strictObject({ setup: z.string().min(1) }).optional(),
    stripe: z
      .strictObject({
        "compare-params": profileShape["compare-params"],
        "in-progress-409": profileShape["in-progress-409"],
      })
      .optional(),
    mailer: z.strictObject({ "receiver-keys": profileShape["receiver-keys"] }).optional(),
    alert: empty.optional(),
    receivers: z.array(slug).min(1).optional(),
    coordinator: z
      .strictObject({ "key-rules": profileShape["key-rules"], "invalid-key": profileShape["invalid-key"] })
      .optional(),
    log: log.optional(),
    redis: z
      .strictObject({
        "redis-eviction": profileShape["redis-eviction"],
        "redis-failover": profileShape["redis-failover"],
      })
      .optional(),
  }),
  processes: z
    .array(
      z.strictObject({
        role: slug,
        count: processCount,
        starts: z.enum(["message", "once", "assigned"]).default("message"),
        consumes: topic.optional(),
      }),
    )
    .min(1),
  messages: z
    .array(message)
    .max(10)
    .default([]),
  bounds: bounds.default({}),
  effects: z.record(
    slug,
    z.strictObject({
      of: z.string(),
      per: z.string(),
      column: z.string().min(1).optional(),
      wanted: z.int().min(0).default(1),
      identities: z.array(z.string().min(1)).min(1).optional(),
      noun: z.strictObject({
        ru: z.tuple([z.string(), z.string(), z.string()]),
        en: z.tuple([z.string(), z.string()]),
      }),
    }),
  ),
  observations: z.record(slug, z.string().min(1)).default({}),
  invariants: z
    .array(
      z.strictObject({
        observation: slug,
        oneOf: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).min(1),
      }),
    )
    .default([]),
  acceptable: z
    .array(
      z.union([
        z.strictObject({ effect: slug, deadLettered: z.string().min(1) }),
        z.strictObject({ effect: slug, atLeast: z.int().min(1).default(1) }),
      ]),
    )
    .default([]),
  handlers: z.record(
    z
      .string()
      .regex(
        /^(?:given|fixed|(?:tempting|fixed|variant)-[a-z0-9]+(?:-[a-z0-9]+)*)$/,
        "must be given, fixed, tempting-<word>, fixed-<word> or variant-<word>",
      ),
    z.strictObject({ title: words, role: slug.optional(), setup: z.string().min(1).optional() }),
  ),
  captions: z.array(z.strictObject({ handler: z.string(), after: z.string(), words })).default([]),
  claims: z
    .array(
      z.strictObject({
        id: slug.optional(),
        handler: z.string(),
        bounds: claimBounds.default({}),
        profiles: claimProfiles.default({}),
        effect: slug,
        min: z.int().min(0).optional(),
        max: z.int().min(0).optional(),
        set: z.array(z.int().min(0)).min(1).optional(),
        verdict: z.enum(["double", "lost", "wrong", "stuck", "ok"]).optional(),
        schedule: z.array(z.string().min(1)).min(1).optional(),
        orders: z
          .strictObject({ after: z.array(z.string().min(1)).default([]), steps: z.array(z.string().min(1)).min(1) })
          .optional(),
      }),
    )
    .default([]),
  whatIf: z
    .array(
      z.union([
        z.strictObject({ id: slug, title: words, handler: z.string(), bounds: claimBounds.default({}), profiles: claimProfiles.default({}) }),
        z.strictObject({ id: slug, title: words, scenario: slug, bounds: claimBounds.default({}) }),
      ]),
    )
    .default([]),
  alsoProved: z
    .array(
      z.strictObject({
        title: words,
        messages: z.array(message).max(3).default([]),
        bounds: claimBounds.default({}),
        profiles: claimProfiles.default({}),
      }),
    )
    .max(3)
    .default([]),
  notes: words.optional(),
  traffic: trafficSchema.optional(),
});

/** Bounds and profiles of a claim that stands outside of a scenario file. */
export const boundsOfClaim = z.strictObject({ bounds: claimBounds, profiles: claimProfiles });

export type ScenarioFile = z.infer<typeof scenarioSchema>;
export type ClaimFile = ScenarioFile["claims"][number];
/** Bounds as a claim or a change writes them, before those of the scenario are put under them. */
export type WrittenBounds = ClaimFile["bounds"];
