import { canonical, fingerprint, type Plain } from "../plain";
import { compileHandler } from "../process/compile";
import { planOf } from "../traffic/plan";
import type { MessageData } from "../process/history";
import { SqlRefused, type SqlParser } from "../world/database/parse-tree";
import { readStatement } from "../world/database/read-statement";
import { sqlLiterals } from "../world/database/sql-in-code";
import type { Statement, StatementCache } from "../world/database/statement";
import { claimBounds, scenarioBounds } from "./bounds";
import { checkReferences } from "./check";
import { describeIssue } from "./issues";
import { checkDatabaseEffects, readHandlers } from "./read-handlers";
import type { Claim, HandlerDeclaration, PartName, Scenario, ScenarioProblem } from "./scenario";
import { scenarioSchema, type ScenarioFile } from "./schema";
import { readDocument, type Place, type ScenarioDocument } from "./yaml-document";

export interface ScenarioSource {
  slug: string;
  /** Path of the scenario file, for messages. */
  file: string;
  text: string;
  /** The source of `handlers/<name>.ts`, or null when there is no such file. */
  readHandler: (name: string) => string | null;
  /** Names of the handler files that exist, where the caller can list them: then each must be declared. */
  existing?: readonly string[];
  parseSql: SqlParser;
}

export type Loaded = { scenario: Scenario } | { problems: ScenarioProblem[] };

/** Collects what is wrong, with the place in the scenario file where it is said. */
export class Problems {
  readonly found: ScenarioProblem[] = [];

  constructor(
    private readonly file: string,
    private readonly document: ScenarioDocument,
  ) {}

  add(path: readonly PropertyKey[], what: string, fix: string): void {
    this.addAt(this.document.placeOf(path), what, fix);
  }

  addAt(place: Place, what: string, fix: string): void {
    this.found.push({ file: this.file, ...place, what, fix });
  }

  addFor(handlerFile: string, line: number, column: number, what: string, fix: string): void {
    this.found.push({ file: handlerFile, line, column, what, fix });
  }

  /** SQL that stands in the scenario file, refused at its place inside the text. */
  addSql(path: readonly PropertyKey[], error: unknown): void {
    if (!(error instanceof SqlRefused)) throw error;
    this.addAt(
      this.document.placeInside(path, error.position ?? 0),
      `${sqlComplaint(error)}`,
      "write it with what the database part knows",
    );
  }
}

export function sqlComplaint(error: SqlRefused): string {
  const reasons = {
    syntax: `PostgreSQL cannot read this SQL: ${error.what}`,
    unsupported: `the database part does not know ${error.what}`,
    "unknown-table": `there is no table \`${error.what}\``,
    "unknown-column": `there is no column \`${error.what}\``,
    "unknown-constraint": `no unique constraint fits ON CONFLICT ${error.what}`,
    "too-deep": "this SQL is nested too deeply",
    "no-parser": "PostgreSQL's grammar is not loaded",
  };
  return reasons[error.reason];
}

/** Reads a scenario file. Everything that is wrong is reported at once, in the order of the file. */
export function loadScenario(source: ScenarioSource): Loaded {
  const read = readDocument(source.text);
  if ("error" in read) {
    const { sentence, ...place } = read.error;
    return {
      problems: [{ file: source.file, ...place, what: `this is no YAML: ${sentence}`, fix: "correct the syntax" }],
    };
  }
  const problems = new Problems(source.file, read.document);
  const parsed = scenarioSchema.safeParse(read.document.value, { reportInput: true });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
      const { what, fix } = describeIssue(issue);
      problems.add(path, what, fix);
    }
    return sorted(problems);
  }
  const file = parsed.data;
  checkReferences(file, source, problems);
  const handlers = readHandlers(file, source, problems);
  checkDatabaseEffects(file, handlers, problems);
  // Without its tables no statement can be read: one problem is enough.
  if (problems.found.length > 0) return sorted(problems);
  const statements = Object.fromEntries(
    handlers.map((handler) => [handler.name, readStatements(file, source, handler, problems)]),
  );
  if (problems.found.length > 0) return sorted(problems);
  return { scenario: build(source.slug, file, handlers, statements) };
}

function sorted(problems: Problems): Loaded {
  return {
    problems: [...problems.found].sort((a, b) =>
      a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
    ),
  };
}

function build(
  slug: string,
  file: ScenarioFile,
  handlers: HandlerDeclaration[],
  statements: Scenario["statements"],
): Scenario {
  const bounds = scenarioBounds(file);
  return {
    slug,
    version: fingerprint(canonical(JSON.parse(JSON.stringify(file)) as Plain)),
    title: file.title,
    kind: file.kind,
    parts: (Object.keys(file.parts) as PartName[]).filter((part) => file.parts[part] !== undefined),
    processes: file.processes,
    messages: file.messages as unknown as MessageData[],
    bounds,
    effects: Object.entries(file.effects).map(([name, effect]) => ({ name, ...effect, column: effect.column ?? effect.per })),
    observations: Object.entries(file.observations).map(([name, sql]) => ({ name, sql })),
    invariants: file.invariants,
    acceptable: file.acceptable,
    handlers,
    captions: file.captions,
    claims: file.claims.map(
      (claim): Claim => ({
        id: claim.id ?? null,
        handler: claim.handler,
        bounds: claimBounds(bounds, claim),
        effect: claim.effect,
        min: claim.min ?? null,
        max: claim.max ?? null,
        set: claim.set ?? null,
        verdict: claim.verdict ?? null,
        schedule: claim.schedule ?? null,
        orders: claim.orders ?? null,
      }),
    ),
    whatIf: file.whatIf.map((change) =>
      "scenario" in change ? change : { id: change.id, title: change.title, handler: change.handler, bounds: claimBounds(bounds, change) },
    ),
    alsoProved: file.alsoProved.map(({ title, messages, ...also }) => ({
      title,
      messages: messages as unknown as MessageData[],
      bounds: claimBounds(bounds, also),
    })),
    notes: file.notes ?? null,
    traffic: file.traffic ? planOf(file.traffic) : null,
    partitions: file.parts.log?.partitions ?? {},
    schema: file.parts.database?.setup ?? null,
    receivers: file.parts.receivers ?? [],
    statements,
  };
}

/** The statements of a handler and of the observations, read in advance. */
function readStatements(
  file: ScenarioFile,
  source: ScenarioSource,
  handler: HandlerDeclaration,
  problems: Problems,
): StatementCache {
  const cache: Record<string, Statement> = {};
  for (const [name, sql] of Object.entries(file.observations)) {
    try {
      cache[sql] = readStatement(sql, handler.tables, source.parseSql);
    } catch (error) {
      problems.addSql(["observations", name], error);
    }
  }
  const code = source.readHandler(handler.name) ?? "";
  const handlerFile = source.file.replace(/[^/]*$/, handler.file);
  const compiled = compileHandler(code);
  if ("refusal" in compiled) {
    const { line, column, detail } = compiled.refusal;
    if (code !== "")
      problems.addFor(handlerFile, line ?? 1, column ?? 1, `this is no TypeScript: ${detail}`, "correct the syntax");
    return cache;
  }
  if (file.parts.database === undefined) return cache;
  for (const { sql, line } of [
    ...sqlLiterals(code),
    ...["BEGIN", "COMMIT", "ROLLBACK"].map((text) => ({ sql: text, line: 1 })),
  ]) {
    try {
      cache[sql] = readStatement(sql, handler.tables, source.parseSql);
    } catch (error) {
      if (!(error instanceof SqlRefused)) throw error;
      problems.addFor(handlerFile, line, 1, sqlComplaint(error), "write it with what the database part knows");
    }
  }
  return cache;
}
