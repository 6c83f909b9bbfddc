/** What a learner writes for one role. */
export interface OwnTexts {
  /** The handler. */
  source: string;
  /** SQL that is added to the scenario's tables; empty for nothing. */
  migration: string;
}

export function isSameText(one: OwnTexts, other: OwnTexts): boolean {
  return one.source === other.source && one.migration === other.migration;
}
