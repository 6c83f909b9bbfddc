import { useImperativeHandle, useRef, type Ref } from "react";
import { PlainEditor } from "@/components/repair/plain-editor";
import type { RepairWords } from "@/components/repair/repair-words";
import type { Locale } from "@/lib/locale";
import styles from "@/components/repair/repair.module.css";

/** What the room asks of an editor, whichever it is. */
export interface EditorHandle {
  /** Puts another text in the place of the whole, as one change that can be undone. */
  replace: (source: string) => void;
  goToLine: (line: number) => void;
}

/** Something that the executor does not accept, at its place. Lines and columns count from 1. */
export interface CodeFault {
  line: number | null;
  column: number | null;
  text: string;
}

export interface EditorProps {
  ref: Ref<EditorHandle>;
  source: string;
  /** Lines that the scenario's handler does not have. */
  changed: readonly number[];
  fault: CodeFault | null;
  write: (source: string) => void;
  prove: () => void;
  words: RepairWords;
  locale: Locale;
}

/** Where the learner writes. */
export function CodeEditor({ ref, ...props }: EditorProps) {
  const plain = useRef<EditorHandle>(null);
  useImperativeHandle(ref, () => ({
    replace: (source) => plain.current?.replace(source),
    goToLine: (line) => plain.current?.goToLine(line),
  }));
  return (
    <div className={styles.editor}>
      <PlainEditor ref={plain} {...props} />
    </div>
  );
}
