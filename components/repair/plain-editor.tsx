import { useImperativeHandle, useRef, type Ref } from "react";
import type { CodeFault, EditorHandle } from "@/components/repair/code-editor";
import styles from "@/components/repair/repair.module.css";

interface PlainEditorProps {
  ref: Ref<EditorHandle>;
  /** Names the field. */
  label: string;
  source: string;
  /** Lines shown at least, so that the field does not jump while somebody writes. */
  leastLines: number;
  /** More cannot be written; no limit unless said. */
  mostCharacters?: number;
  /** Numbers of the lines that are marked. */
  changed: readonly number[];
  fault: CodeFault | null;
  write: (source: string) => void;
  prove: () => void;
}

/** A plain field: for phones, for short texts, while the large editor loads, and where it cannot be loaded. Tab leaves it. */
export function PlainEditor({ ref, label, source, leastLines, mostCharacters, changed, fault, write, prove }: PlainEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = source.split("\n");
  useImperativeHandle(ref, () => ({
    // The field shows what the room hands it.
    replace: () => undefined,
    goToLine: (line) => {
      const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      field.current?.focus();
      field.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    },
  }));
  return (
    <div className={styles.plain}>
      <ol className={styles.numbers} aria-hidden="true">
        {lines.map((_, index) => (
          <li key={index} data-changed={changed.includes(index + 1) || undefined} data-fault={fault?.line === index + 1 || undefined}>
            {index + 1}
          </li>
        ))}
      </ol>
      <textarea
        ref={field}
        aria-label={label}
        value={source}
        rows={Math.max(leastLines, lines.length + 1)}
        maxLength={mostCharacters}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          prove();
        }}
      />
    </div>
  );
}
