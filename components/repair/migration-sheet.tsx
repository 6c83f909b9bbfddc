import type { Ref } from "react";
import type { CodeFault, EditorHandle } from "@/components/repair/code-editor";
import { PlainEditor } from "@/components/repair/plain-editor";
import type { RepairWords } from "@/components/repair/repair-words";
import { longestMigration } from "@/lib/simulator/worker/protocol";
import styles from "@/components/repair/repair.module.css";

interface MigrationSheetProps {
  ref: Ref<EditorHandle>;
  /** The tables as the handler finds them, as SQL: they stay, with their rows. */
  schema: string;
  migration: string;
  fault: CodeFault | null;
  write: (migration: string) => void;
  prove: () => void;
  words: RepairWords;
}

const leastLines = 5;

/** The scenario's tables, to be read, and under them a field for what the learner adds to them. */
export function MigrationSheet({ ref, schema, migration, fault, write, prove, words }: MigrationSheetProps) {
  const lines = migration.trim() === "" ? [] : migration.split("\n").map((_, index) => index + 1);
  return (
    <>
      <figure className={styles.tables}>
        <figcaption>{words.tables}</figcaption>
        <pre tabIndex={0}>{schema.trim()}</pre>
      </figure>
      <div className={styles.editor}>
        <PlainEditor
          ref={ref}
          label={words.migration}
          source={migration}
          leastLines={leastLines}
          mostCharacters={longestMigration}
          changed={lines}
          fault={fault}
          write={write}
          prove={prove}
        />
      </div>
      <p className={styles.editorNote}>{words.migrationNote}</p>
    </>
  );
}
