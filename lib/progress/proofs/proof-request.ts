import "server-only";
import { z } from "zod";
import { locales, type Locale } from "@/lib/locale";
import { commitId, commitTime, expectedCommit, localeOf } from "@/lib/progress/commit-fields";
import type { ParsedCommit } from "@/lib/progress/commit-route";
import { longestCode, verdictNames, type ProofRequest } from "@/lib/progress/proofs/contract";
import { longestMigration } from "@/lib/simulator/worker/protocol";
import { modelledFaults, profileValues, type Fault, type Profiles } from "@/lib/simulator/scenario/scenario";

const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).max(60);
const version = z.string().regex(/^[0-9a-f]{4,64}$/);

/** As far as the search in a browser goes: more processes or faults are not proved by anybody who waits for it. */
const [mostProcesses, mostFaults, mostReceives] = [4, 5, 100];

const faults = z.strictObject(
  Object.fromEntries(modelledFaults.map((fault) => [fault, z.int().min(0).max(mostFaults)])),
) as unknown as z.ZodType<Record<Fault, number>>;
const profiles = z.strictObject(
  Object.fromEntries(Object.entries(profileValues).map(([profile, values]) => [profile, z.enum(values)])),
) as unknown as z.ZodType<Profiles>;

const schema = z.strictObject({
  id: commitId,
  scenario: name,
  scenarioVersion: version,
  handlers: z
    .record(name, z.string().min(1))
    .refine((handlers) => Object.keys(handlers).length > 0)
    .refine((handlers) => Object.values(handlers).reduce((sum, source) => sum + source.length, 0) <= longestCode)
    .refine((handlers) => Object.values(handlers).every(isStorable)),
  migration: z.string().max(longestMigration).refine(isStorable).default(""),
  bounds: z.strictObject({
    processes: z.record(name, z.int().min(1).max(mostProcesses)),
    faults,
    maxReceive: z.int().min(1).max(mostReceives).nullable(),
    profiles,
  }),
  verdict: z.enum(verdictNames),
  locale: z.enum(locales),
  answeredAt: commitTime,
});

/** PostgreSQL's text has no NUL, and JSON of ours no half of a surrogate pair. */
function isStorable(source: string): boolean {
  return !source.includes("\0") && source.isWellFormed();
}

/** Checks the body of `POST /api/proofs`. When it is refused, `detail` names the first field that is wrong. */
export function parseProofRequest(body: unknown): ParsedCommit<ProofRequest> {
  const { data, error } = schema.safeParse(body);
  if (data) return { ok: true, locale: data.locale, commit: data };
  const field = String(error.issues[0]?.path[0] ?? "");
  return { ok: false, locale: localeOf(body), detail: (spoken) => sentence(field, spoken) };
}

function sentence(field: string, locale: Locale): string {
  const expected = expectations[field]?.[locale];
  if (locale === "ru") return expected ? `Поле ${field}: здесь должно быть ${expected}.` : "В теле запроса должен быть объект JSON без лишних полей.";
  return expected ? `Field ${field}: expected ${expected}.` : "The body must be a JSON object without further fields.";
}

const expectations: Record<string, Record<Locale, string>> = {
  ...expectedCommit,
  scenario: { ru: "имя сценария", en: "the name of a scenario" },
  scenarioVersion: { ru: "версия показанного сценария", en: "the version of the scenario that was shown" },
  handlers: {
    ru: `код обработчиков по ролям, вместе не длиннее ${longestCode} знаков`,
    en: `the code of handlers by role, at most ${longestCode} characters together`,
  },
  migration: { ru: `миграция не длиннее ${longestMigration} знаков`, en: `a migration of at most ${longestMigration} characters` },
  bounds: {
    ru: `границы доказательства: процессов каждой роли от 1 до ${mostProcesses}, сбоев каждого вида от 0 до ${mostFaults}`,
    en: `the bounds of the proof: from 1 to ${mostProcesses} processes of each role, from 0 to ${mostFaults} faults of each kind`,
  },
  verdict: { ru: `одно из слов ${verdictNames.join(", ")}`, en: `one of ${verdictNames.join(", ")}` },
};
