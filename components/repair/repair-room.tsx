import { useRef, useState } from "react";
import type { Search } from "@/components/lab/use-exploration";
import { changedLines } from "@/components/repair/changed-lines";
import { CodeEditor, type EditorHandle } from "@/components/repair/code-editor";
import { RepairAnswer } from "@/components/repair/repair-answer";
import type { RepairWords } from "@/components/repair/repair-words";
import { ResetCode } from "@/components/repair/reset-code";
import { ServerCheckOf } from "@/components/repair/server-check";
import type { OwnCode } from "@/components/repair/use-own-code";
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

interface RepairRoomProps {
  /** The handler that the repair begins with. */
  base: { source: string; search: Search | undefined };
  own: OwnCode;
  /** What the handler is for. */
  role: string;
  /** Names the text among those of the page. */
  path: string;
  /** The text that the search is about; null when none was made. */
  proved: string | null;
  search: Search;
  prove: () => void;
  stop: () => void;
  effects: readonly EffectDeclaration[];
  ideas: readonly Idea[];
  /** Ids of the run and of the map. */
  places: { diagram: string; map: string };
  words: RepairWords;
  labWords: LabWords;
  locale: Locale;
}

/** The learner's own handler: its code on one side, on the other what all its schedules lead to. */
export function RepairRoom({ base, own, role, path, proved, search, prove, stop, effects, ideas, places, words, labWords, locale }: RepairRoomProps) {
  const editor = useRef<EditorHandle>(null);
  /** What stood there before it was replaced as a whole. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const source = own.source ?? base.source;
  const changed = changedLines(base.source, source);
  const isRunning = search.state === "running" || search.state === "waiting";
  const refusal = search.state === "refused" || search.state === "done" ? search.refusal : null;
  const isStale = proved !== null && proved !== source;

  function replace(by: string) {
    setReplaced(source);
    editor.current?.replace(by);
    own.write(by);
  }

  return (
    <section className={styles.room} aria-labelledby="repair">
      <h2 id="repair" className="section-title">
        {words.title}
      </h2>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.sides}>
        <div className={styles.sheet}>
          <p className={styles.sheetHead}>
            <b>handle.ts</b>
            <span>{changed.length === 0 ? words.unchanged : fill(words.changed, { count: String(changed.length) })}</span>
            <span>{own.source !== null && (own.isKept ? words.saved : words.notSaved)}</span>
          </p>
          <CodeEditor
            ref={editor}
            path={path}
            source={source}
            changed={changed}
            fault={refusal && !isStale ? { line: refusal.line, column: refusal.column, text: refusal.words[locale] } : null}
            write={own.write}
            prove={() => !isRunning && prove()}
            words={words}
            locale={locale}
          />
          <ResetCode
            canReset={source !== base.source}
            reset={() => replace(base.source)}
            undo={replaced === null || replaced === source ? null : () => replace(replaced)}
            words={words}
          />
        </div>
        <RepairAnswer
          server={proved !== null && <ServerCheckOf search={search} role={role} source={proved} words={words} locale={locale} />}
          search={search}
          isStale={isStale}
          before={base.search}
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
    </section>
  );
}
