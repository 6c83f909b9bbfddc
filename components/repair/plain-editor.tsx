import { useImperativeHandle, useRef } from "react";
import type { EditorProps } from "@/components/repair/code-editor";
import styles from "@/components/repair/repair.module.css";

/** Lines shown at least, so that the field does not jump while somebody writes. */
const leastLines = 12;

/** A plain field: for phones, while the large editor loads, and where it cannot be loaded. Tab leaves it. */
export function PlainEditor({ ref, source, changed, fault, write, prove, words }: EditorProps) {
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
        aria-label={words.editor}
        value={source}
        rows={Math.max(leastLines, lines.length + 1)}
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
