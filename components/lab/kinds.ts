/** What kinds of bug the scenarios are about, in the order of the list. `other`: a scenario that has not been sorted in. */
export const kinds = ["gap", "race", "key", "retention", "transaction", "error", "other"] as const;
export type Kind = (typeof kinds)[number];

const kindOfScenario: Readonly<Record<string, Kind>> = {
  "crash-before-ack": "gap",
  "stripe-idempotency-key": "gap",
  "select-then-act": "race",
  "two-workers-one-job": "race",
  "key-identity": "key",
  "two-messages-one-order": "key",
  "republished-id": "key",
  retention: "retention",
  "transactional-dedup": "transaction",
  "inbox-and-key": "transaction",
  "other-constraint": "error",
};

export function kindOf(slug: string): Kind {
  return kindOfScenario[slug] ?? "other";
}

export function isKind(value: unknown): value is Kind {
  return typeof value === "string" && (kinds as readonly string[]).includes(value);
}
