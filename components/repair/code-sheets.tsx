import { useImperativeHandle, useRef, useState, type Ref } from "react";
import { changedLines } from "@/components/repair/changed-lines";
import { CodeEditor, type CodeFault, type EditorHandle } from "@/components/repair/code-editor";
import { MigrationSheet } from "@/components/repair/migration-sheet";
import type { OwnTexts } from "@/components/repair/own-texts";
import type { RepairWords } from "@/components/repair/repair-words";
import type { OwnHandler } from "@/components/repair/use-repair";
import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/locale";
import styles from "@/components/repair/repair.module.css";

type File = "handler" | "migration";

/** What the room asks of the sheets. */
export interface SheetsHandle {
  /** Puts other texts in the place of all, as one change that can be undone. */
  replace: (texts: OwnTexts) => void;
  goToLine: (file: File, line: number) => void;
}

interface CodeSheetsProps {
  ref: Ref<SheetsHandle>;
  own: OwnHandler;
  texts: OwnTexts;
  /** What could not run, and in which of the texts. */
  fault: (CodeFault & { file: File }) | null;
  prove: () => void;
  words: RepairWords;
  locale: Locale;
}

const keepingWords = { kept: "saved", "not-kept": "notSaved", "another-tab": "otherTab" } as const;

/** What the learner writes: the handler, and where there is a database a migration of its tables on a second sheet. */
export function CodeSheets({ ref, own, texts, fault, prove, words, locale }: CodeSheetsProps) {
  const handler = useRef<EditorHandle>(null);
  const migration = useRef<EditorHandle>(null);
  const [file, setFile] = useState<File>("handler");
  const { base, code, migration: keptMigration, role, scenario } = own;
  const changed = changedLines(base.source, texts.source);
  const added = texts.migration.split("\n").filter((line) => line.trim() !== "").length;
  const shown = scenario.schema === null ? "handler" : file;

  useImperativeHandle(ref, () => ({
    replace: ({ source }) => handler.current?.replace(source),
    goToLine(wanted, line) {
      setFile(wanted);
      // Once the sheet is in sight: what is hidden takes no focus.
      setTimeout(() => (wanted === "handler" ? handler : migration).current?.goToLine(line));
    },
  }));

  const keeping = code.source !== null || keptMigration.source !== null ? (code.keeping === "kept" ? keptMigration.keeping : code.keeping) : null;
  const faultIn = (wanted: File) => (fault?.file === wanted ? fault : null);
  return (
    <>
      <div className={styles.sheetHead}>
        {scenario.schema === null ? (
          <b>handle.ts</b>
        ) : (
          <div className={styles.files} role="group" aria-label={words.files}>
            {(["handler", "migration"] as const).map((name) => (
              <button key={name} type="button" aria-pressed={name === shown} onClick={() => setFile(name)}>
                {name === "handler" ? "handle.ts" : "migration.sql"}
                {name === "migration" && added > 0 && <small>+{added}</small>}
              </button>
            ))}
          </div>
        )}
        <span>{changed.length + added === 0 ? words.unchanged : fill(words.changed, { count: String(changed.length + added) })}</span>
        <span>{keeping !== null && words[keepingWords[keeping]]}</span>
      </div>
      <div hidden={shown !== "handler"}>
        <CodeEditor
          ref={handler}
          path={`file:///${scenario.slug}/${role}.ts`}
          source={texts.source}
          changed={changed}
          fault={faultIn("handler")}
          write={code.write}
          prove={prove}
          words={words}
          locale={locale}
        />
      </div>
      {scenario.schema !== null && (
        <div hidden={shown !== "migration"}>
          <MigrationSheet
            ref={migration}
            schema={scenario.schema}
            migration={texts.migration}
            fault={faultIn("migration")}
            write={keptMigration.write}
            prove={prove}
            words={words}
          />
        </div>
      )}
    </>
  );
}
