import type { Translator } from "@/lib/i18n";
import { scenarioKinds, type ScenarioKind, type VerdictName } from "@/lib/simulator/scenario/scenario";

const names = [
  "title",
  "lead",
  "editor",
  "loadingEditor",
  "editorFailed",
  "saved",
  "notSaved",
  "otherTab",
  "unchanged",
  "changed",
  "keys",
  "prove",
  "stop",
  "again",
  "ready",
  "readyLead",
  "checking",
  "checkingNone",
  "proved",
  "refuted",
  "partial",
  "cannotRun",
  "cannotRunTitle",
  "cannotRunFrom",
  "line",
  "states",
  "runs",
  "time",
  "before",
  "beforeOf",
  "idea",
  "toRun",
  "toMap",
  "reset",
  "resetAsk",
  "resetYes",
  "keep",
  "replaced",
  "undo",
  "copyLink",
  "linkCopied",
  "linkTooLong",
  "linkOffer",
  "linkTake",
  "linkTaken",
  "linkDamaged",
  "linkOther",
  "hints",
  "hint",
  "hintCalls",
  "hintTitle",
  "hintsClosed",
  "compare",
  "compareLater",
  "compareClose",
  "yours",
  "files",
  "tables",
  "migration",
  "migrationNote",
  "hintMigration",
  "inWorld",
  "alsoIn",
  "hintCrash",
  "hintCrashAfter",
  "hintBetween",
  "hintTurn",
] as const;

const serverNames = ["sending", "notReached", "checking", "holds", "narrower", "differs", "refused"] as const;

/** What the repair says. Texts with `{…}` are filled in by `fill`. */
export type RepairWords = Readonly<Record<(typeof names)[number], string>> & {
  /** What a violation leaves open, as a question to think about. */
  open: Readonly<Record<Exclude<VerdictName, "ok">, string>>;
  /** What becomes of a proof on the server. */
  server: Readonly<Record<(typeof serverNames)[number], string>>;
  /** The first hint, by the kind of defect. */
  kinds: Readonly<Record<ScenarioKind, string>>;
};

export function repairWords(t: Translator): RepairWords {
  const texts = Object.fromEntries(names.map((name) => [name, String(t.raw(`repair.${name}`))])) as Record<(typeof names)[number], string>;
  return {
    ...texts,
    kinds: Object.fromEntries(scenarioKinds.map((kind) => [kind, t(`repair.kinds.${kind}`)])) as Record<ScenarioKind, string>,
    open: {
      double: t("repair.open.double"),
      lost: t("repair.open.lost"),
      wrong: t("repair.open.wrong"),
      stuck: t("repair.open.stuck"),
    },
    server: Object.fromEntries(serverNames.map((name) => [name, t(`repair.server.${name}`)])) as RepairWords["server"],
  };
}
