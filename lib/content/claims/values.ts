import type { Locale } from "@/lib/locale";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { verdictOrder } from "@/lib/simulator/run/judge";
import type { Claim } from "@/lib/simulator/scenario/scenario";
import type { ContentFiles } from "../files";
import type { Place, Report } from "../problem";
import { nativeExecutor, parseSql } from "../engine";
import { readScenario } from "../scenarios";
import type { ClaimResult } from "./execute";
import { resultOf, type ClaimResults } from "./results";
import { engineSetup } from "./setup";

/** What a page can show of a claim: an extreme of its effect, all schedules, or those with a verdict. */
const shown = ["min", "max", "schedules", ...verdictOrder] as const;
type Shown = (typeof shown)[number];

/** The numbers that pages show in `<Claim of="scenario/claim/number" />`: computed when the content is compiled. */
export class ClaimValues {
  readonly #unresolved = new Set<string>();

  constructor(
    private readonly files: ContentFiles,
    private readonly report: Report,
    private readonly results: ClaimResults,
  ) {}

  /** How many numbers are about scenarios that cannot run yet. */
  get unresolved(): number {
    return this.#unresolved.size;
  }

  /** The number as a reader of this language writes it; empty where there is none, which is reported or counted. */
  textOf(of: string, place: Place, locale: Locale): string {
    const value = this.#valueOf(of, place);
    return value === null ? "" : value === "endless" ? "∞" : new Intl.NumberFormat(locale).format(value);
  }

  /** What the workers have logged in the schedule of a claim, in the order of time; empty where there is none, which is reported. */
  logOf(of: string, place: Place): readonly string[] {
    const [slug = "", id = "", ...more] = of.split("/");
    const read = more.length === 0 ? readScenario(slug, this.files, this.report) : null;
    const claim = read?.scenario.claims.find((candidate) => candidate.id === id);
    const setup = read && claim?.schedule ? engineSetup(read, claim.handler, claim.bounds) : null;
    if (!setup || !claim?.schedule) {
      this.report.add("log-reference-invalid", place, { of });
      return [];
    }
    const { frames } = framesOf(play(createSimulation({ ...setup, executor: nativeExecutor(), parseSql }), claim.schedule));
    return frames.flatMap(({ log }) => log.map(({ life, text }) => `${life}  ${text}`));
  }

  #valueOf(of: string, place: Place): bigint | "endless" | null {
    const [slug = "", id = "", last = "", ...more] = of.split("/");
    const what = shown.find((name) => name === last);
    if (what === undefined || more.length > 0) {
      this.report.add("claim-reference-invalid", place, { of, shown });
      return null;
    }
    const read = readScenario(slug, this.files, this.report);
    if (!read) {
      if (!this.files.read(`scenarios/${slug}/scenario.yaml`)) this.#unresolved.add(of);
      return null;
    }
    const named = read.scenario.claims.flatMap((claim) => (claim.id === null ? [] : [claim.id]));
    const claim = read.scenario.claims.find((candidate) => candidate.id === id);
    const setup = claim && engineSetup(read, claim.handler, claim.bounds);
    if (!setup) {
      this.report.add("claim-reference-unknown", place, { scenario: slug, claim: id, known: named });
      return null;
    }
    const result = resultOf(claim, setup, this.results);
    if (result.stopped !== null) {
      this.report.add("claim-not-proved", place, { field: `${slug}/${id}`, reason: result.stopped });
      return null;
    }
    return numberIn(result, claim, what);
  }
}

function numberIn(result: ClaimResult, claim: Claim, what: Shown): bigint | "endless" {
  const counts = result.counts[claim.effect] ?? [];
  if (what === "min" || what === "max") return BigInt(counts.at(what === "min" ? 0 : -1) ?? 0);
  const schedules = what === "schedules" ? result.schedules : (result.byVerdict[what] === undefined ? "0" : result.byVerdict[what]);
  return schedules === null ? "endless" : BigInt(schedules);
}
