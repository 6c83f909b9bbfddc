import { modelledFaults, profileValues, type Fault, type PartName, type ProfileName } from "./scenario";

const partOfProfile: Readonly<Record<ProfileName, PartName>> = {
  "stale-ack": "queue",
  requeue: "queue",
  order: "queue",
  "compare-params": "stripe",
  "in-progress-409": "stripe",
  "key-rules": "coordinator",
  "invalid-key": "coordinator",
  "receiver-keys": "mailer",
  "auto-commit": "log",
  "rebalance-protocol": "log",
};

/** Profiles that change something in a scenario with these parts. */
export function profilesOf(parts: readonly string[]): ProfileName[] {
  return (Object.keys(profileValues) as ProfileName[]).filter((name) => parts.includes(partOfProfile[name]));
}

/** Faults that can strike something in a scenario with these parts. */
export function strikingFaults(parts: readonly string[]): Fault[] {
  const has = (...names: readonly PartName[]) => names.some((name) => parts.includes(name));
  const receivers = has("stripe", "mailer", "alert", "receivers");
  const strikes: Record<Fault, boolean> = {
    crash: true,
    expiry: has("queue"),
    retention: receivers || has("coordinator"),
    replyLost: receivers,
    requestLost: receivers,
    serverError: receivers,
    leaseExpiry: has("coordinator"),
    outage: has("coordinator"),
    waitTimeout: has("coordinator"),
    ackLost: parts.includes("queue") || parts.includes("log"),
    rebalance: parts.includes("log"),
  };
  return modelledFaults.filter((fault) => strikes[fault]);
}
