import { modelledFaults, profileValues, type Fault, type PartName, type ProfileName } from "./scenario";

const partOfProfile: Readonly<Record<ProfileName, PartName>> = {
  "stale-ack": "queue",
  requeue: "queue",
  order: "queue",
  "limit-counts": "queue",
  "dead-consumer": "queue",
  redelivered: "queue",
  "publish-dedup": "queue",
  "compare-params": "stripe",
  "in-progress-409": "stripe",
  "key-rules": "coordinator",
  "invalid-key": "coordinator",
  "receiver-keys": "mailer",
  fencing: "receivers",
  "redis-eviction": "redis",
  "redis-failover": "redis",
  "auto-commit": "log",
  "rebalance-protocol": "log",
};

/** Profiles that change something in a scenario with these parts. */
export function profilesOf(parts: readonly string[]): ProfileName[] {
  return (Object.keys(profileValues) as ProfileName[]).filter((name) => parts.includes(partOfProfile[name]));
}

/** What a scenario consists of, as far as it decides which faults can strike. */
export interface Consists {
  parts: readonly string[];
  processes: readonly { consumes?: string | undefined }[];
}

/** Faults that can strike something in a scenario. */
export function strikingFaults({ parts, processes }: Consists): Fault[] {
  const has = (...names: readonly PartName[]) => names.some((name) => parts.includes(name));
  const receivers = has("stripe", "mailer", "alert", "receivers");
  const topics = processes.some(({ consumes }) => consumes !== undefined);
  const strikes: Record<Fault, boolean> = {
    crash: true,
    expiry: has("queue"),
    retention: receivers || topics || has("coordinator", "redis"),
    replyLost: receivers || topics,
    requestLost: receivers || topics,
    serverError: receivers,
    leaseExpiry: has("coordinator", "redis"),
    outage: has("coordinator", "redis"),
    waitTimeout: has("coordinator"),
    ackLost: parts.includes("queue") || parts.includes("log"),
    rebalance: parts.includes("log"),
    commitLost: has("database"),
    redrive: has("queue"),
    exception: true,
    sigterm: true,
  };
  return modelledFaults.filter((fault) => strikes[fault]);
}
