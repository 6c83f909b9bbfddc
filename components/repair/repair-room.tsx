import { useRef, useState } from "react";
import type { Search } from "@/components/lab/use-exploration";
import { CodeSheets, type SheetsHandle } from "@/components/repair/code-sheets";
import { isSameText, type OwnTexts } from "@/components/repair/own-texts";
import { RepairAnswer } from "@/components/repair/repair-answer";
import { RepairHints } from "@/components/repair/repair-hints";
import type { RepairWords } from "@/components/repair/repair-words";
import { ResetCode } from "@/components/repair/reset-code";
import { ServerCheckOf } from "@/components/repair/server-check";
import { CopyCodeLink } from "@/components/repair/copy-code-link";
import { LinkedCodeNote } from "@/components/repair/linked-code";
import { useLinkedCode } from "@/components/repair/use-linked-code";
import type { OwnHandler } from "@/components/repair/use-repair";
import type { LabWords } from "@/components/lab/lab-words";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import type { PlacedRefusal } from "@/lib/simulator/worker/explore-protocol";
import styles from "@/components/repair/repair.module.css";

/** A place in a lesson that is about the same idea. */
export interface Idea {
  title: string;
  address: string;
}

interface RepairRoomProps {
  own: OwnHandler;
  search: Search;
  /** What is known of the handler that the repair began with. */
  before: Search | undefined;
  prove: () => void;
  stop: () => void;
  effects: readonly EffectDeclaration[];
  ideas: readonly Idea[];
  /** True while questions keep the repairs of the scenario from the reader. */
  isClosed: boolean;
  /** Ids of the run and of the map. */
  places: { diagram: string; map: string };
  words: RepairWords;
  labWords: LabWords;
  locale: Locale;
}

/** The learner's own handler: its code on one side, on the other what all its schedules lead to. */
export function RepairRoom({ own, search, before, prove, stop, effects, ideas, isClosed, places, words, labWords, locale }: RepairRoomProps) {
  const sheets = useRef<SheetsHandle>(null);
  /** What stood there before it was replaced as a whole. */
  const [replaced, setReplaced] = useState<OwnTexts | null>(null);
  const { base, code, migration, proved, role, scenario } = own;
  const texts: OwnTexts = { source: code.source ?? base.source, migration: migration.source ?? "" };
  const given: OwnTexts = { source: base.source, migration: "" };
  const isRunning = search.state === "running" || search.state === "waiting";
  const refusal = search.state === "refused" || search.state === "done" ? search.refusal : null;
  const isStale = proved !== null && !isSameText(proved, texts);

  const [arrival, settle] = useLinkedCode((arrived) => {
    const isFree = isSameText(texts, given) || isSameText(texts, arrived);
    if (!isFree || arrived.role !== role) return false;
    take(arrived);
    return true;
  });

  function replace(by: OwnTexts) {
    if (isSameText(by, texts)) return;
    setReplaced(texts);
    sheets.current?.replace(by);
    if (by.source !== texts.source) code.write(by.source);
    if (by.migration !== texts.migration) migration.write(by.migration);
  }

  /** The code of a link also runs: the link may lead to a run of it. */
  function take({ source, migration: linked }: OwnTexts) {
    // A scenario that has lost its database since has no sheet for it.
    const taken = { source, migration: scenario.schema === null ? "" : linked };
    replace(taken);
    own.adopt(taken);
  }

  return (
    <section className={styles.room} aria-labelledby="repair">
      <h2 id="repair" className="section-title">
        {words.title}
      </h2>
      <p className={styles.lead}>{words.lead}</p>
      <LinkedCodeNote
        arrival={arrival}
        role={role}
        scenarioVersion={scenario.version}
        texts={texts}
        take={(linked) => {
          take(linked);
          settle("taken");
        }}
        keep={() => settle("kept")}
        words={words}
      />
      <div className={styles.sides}>
        <div className={styles.sheet}>
          <CodeSheets
            ref={sheets}
            own={own}
            texts={texts}
            fault={refusal && !isStale ? { line: refusal.line, column: refusal.column, text: refusal.words[locale], file: fileOf(refusal) } : null}
            prove={() => !isRunning && prove()}
            words={words}
            locale={locale}
          />
          <div className={styles.foot}>
            <ResetCode
              canReset={!isSameText(texts, given)}
              reset={() => replace(given)}
              undo={replaced === null || isSameText(replaced, texts) ? null : () => replace(replaced)}
              words={words}
            />
            <CopyCodeLink code={{ role, scenarioVersion: scenario.version, ...texts }} words={words} locale={locale} />
          </div>
        </div>
        <RepairAnswer
          server={proved !== null && <ServerCheckOf search={search} role={role} code={proved} words={words} locale={locale} />}
          search={search}
          isStale={isStale}
          before={before}
          prove={prove}
          stop={stop}
          goTo={(refused, line) => sheets.current?.goToLine(fileOf(refused), line)}
          effects={effects}
          ideas={ideas}
          places={places}
          words={words}
          labWords={labWords}
          locale={locale}
        />
      </div>
      <RepairHints own={own} texts={texts} found={search.state === "done" && !isStale ? search : null} isClosed={isClosed} words={words} locale={locale} />
    </section>
  );
}

function fileOf({ handler }: PlacedRefusal): "handler" | "migration" {
  return handler ? "handler" : "migration";
}
