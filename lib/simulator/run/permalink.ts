/** What a link to a run carries. Bounds and handler are those of the place that the link leads to. */
export interface RunLink {
  choices: readonly string[];
  /** Number of the schedule, where one is known. */
  schedule: string | null;
  scenarioVersion: string;
  engineVersion: string;
  /** Names the text of the handlers. */
  codeVersion: string;
}

/** More choices than any run has. */
const mostChoices = 1000;

/** The part of a URL fragment that names a run: choices joined by dots, and the versions they were made with. */
export function formatRunLink(link: RunLink): string {
  const versions = [link.scenarioVersion, link.engineVersion, link.codeVersion].join(".");
  return `run=${link.choices.join(".")}&v=${versions}${link.schedule === null ? "" : `&n=${link.schedule}`}`;
}

/** Reads what `formatRunLink` wrote; null for anything else. Names are checked for their form only: replaying tells the rest. */
export function parseRunLink(text: string): RunLink | null {
  const match = /^run=([A-Za-z0-9.~-]*)&v=([0-9a-f]+)\.([0-9A-Za-z-]+)\.([0-9a-f]+)(?:&n=([0-9]{1,40}))?$/.exec(text);
  if (!match) return null;
  const [, choices = "", scenarioVersion = "", engineVersion = "", codeVersion = "", schedule] = match;
  const names = choices.split(".").filter((name) => name !== "");
  if (names.length > mostChoices) return null;
  return { choices: names, schedule: schedule ?? null, scenarioVersion, engineVersion, codeVersion };
}

/** True when the same choices are sure to lead to the same run as when the link was made. */
export function isSameVersion(link: RunLink, other: Omit<RunLink, "choices" | "schedule">): boolean {
  return (
    link.scenarioVersion === other.scenarioVersion &&
    link.engineVersion === other.engineVersion &&
    link.codeVersion === other.codeVersion
  );
}
