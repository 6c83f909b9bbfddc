import { useRef, useState } from "react";
import type { Search } from "@/components/lab/use-exploration";
import { changedLines } from "@/components/repair/changed-lines";
import { CodeEditor, type EditorHandle } from "@/components/repair/code-editor";
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
import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/repair/repair.module.css";

/** A place in a lesson that is about the same idea. */
export interface Idea {
  title: string;
  address: string;
}

const keepingWords = { kept: "saved", "not-kept": "notSaved", "another-tab": "otherTab" } as const;

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
  const editor = useRef<EditorHandle>(null);
  /** What stood there before it was replaced as a whole. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const { base, code, proved, role, scenario } = own;
  const source = code.source ?? base.source;
  const changed = changedLines(base.source, source);
  const isRunning = search.state === "running" || search.state === "waiting";
  const refusal = search.state === "refused" || search.state === "done" ? search.refusal : null;
  const isStale = proved !== null && proved !== source;

  const [arrival, settle] = useLinkedCode((arrived) => {
    const isFree = code.source === null || source === base.source || source === arrived.source;
    if (!isFree || arrived.role !== role) return false;
    take(arrived.source);
    return true;
  });

  function replace(by: string) {
    if (by === source) return;
    setReplaced(source);
    editor.current?.replace(by);
    code.write(by);
  }

  /** The code of a link also runs: the link may lead to a run of it. */
  function take(linked: string) {
    replace(linked);
    own.adopt(linked);
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
        source={source}
        take={(linked) => {
          take(linked);
          settle("taken");
        }}
        keep={() => settle("kept")}
        words={words}
      />
      <div className={styles.sides}>
        <div className={styles.sheet}>
          <p className={styles.sheetHead}>
            <b>handle.ts</b>
            <span>{changed.length === 0 ? words.unchanged : fill(words.changed, { count: String(changed.length) })}</span>
            <span>{code.source !== null && words[keepingWords[code.keeping]]}</span>
          </p>
          <CodeEditor
            ref={editor}
            path={`file:///${scenario.slug}/${role}.ts`}
            source={source}
            changed={changed}
            fault={refusal && !isStale ? { line: refusal.line, column: refusal.column, text: refusal.words[locale] } : null}
            write={code.write}
            prove={() => !isRunning && prove()}
            words={words}
            locale={locale}
          />
          <div className={styles.foot}>
            <ResetCode
              canReset={source !== base.source}
              reset={() => replace(base.source)}
              undo={replaced === null || replaced === source ? null : () => replace(replaced)}
              words={words}
            />
            <CopyCodeLink code={{ role, scenarioVersion: scenario.version, source }} words={words} locale={locale} />
          </div>
        </div>
        <RepairAnswer
          server={proved !== null && <ServerCheckOf search={search} role={role} source={proved} words={words} locale={locale} />}
          search={search}
          isStale={isStale}
          before={before}
          prove={prove}
          stop={stop}
          goToLine={(line) => editor.current?.goToLine(line)}
          effects={effects}
          ideas={ideas}
          places={places}
          words={words}
          labWords={labWords}
          locale={locale}
        />
      </div>
      <RepairHints own={own} source={source} isClosed={isClosed} words={words} locale={locale} />
    </section>
  );
}
