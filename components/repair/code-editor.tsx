import { useEffect, useImperativeHandle, useRef, useState, type ComponentType, type Ref } from "react";
import { EditorBoundary } from "@/components/repair/editor-boundary";
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

/** As long as a short handler. */
const leastLines = 12;

type Rich = ComponentType<EditorProps & { path: string; cursor: number | null }>;

/** Phones keep the plain field: the large editor does not work with their keyboards. */
const hasKeyboard = "(pointer: fine) and (width >= 48rem)";

/** Where the learner writes: a plain field at once, and the large editor in its place as soon as it is loaded. */
export function CodeEditor({ ref, path, ...props }: EditorProps & { /** Names the text among those of the page. */ path: string }) {
  const editor = useRef<EditorHandle>(null);
  const field = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"plain" | "loading" | "failed" | { Rich: Rich; cursor: number | null }>("plain");
  const { words, locale } = props;

  useEffect(() => {
    if (!matchMedia(hasKeyboard).matches) return undefined;
    let isWanted = true;
    const show = async () => {
      setState("loading");
      const { RichEditor, loadMonaco } = await import("@/components/repair/monaco/rich-editor");
      await loadMonaco(locale);
      const plain = field.current?.querySelector("textarea");
      const cursor = plain && plain === document.activeElement ? plain.selectionStart : null;
      if (isWanted) setState({ Rich: RichEditor, cursor });
    };
    show().catch(() => isWanted && setState("failed"));
    return () => {
      isWanted = false;
    };
  }, [locale]);

  useImperativeHandle(ref, () => ({
    replace: (source) => editor.current?.replace(source),
    goToLine: (line) => editor.current?.goToLine(line),
  }));

  const isRich = typeof state === "object";
  return (
    <>
      <div ref={field} className={styles.editor}>
        {isRich ? (
          <EditorBoundary onFailure={() => setState("failed")}>
            <state.Rich ref={editor} path={path} cursor={state.cursor} {...props} />
          </EditorBoundary>
        ) : (
          <PlainEditor ref={editor} label={words.editor} leastLines={leastLines} {...props} />
        )}
      </div>
      <p className={styles.editorNote} role="status">
        {state === "loading" && words.loadingEditor}
        {state === "failed" && words.editorFailed}
        {isRich && words.keys}
      </p>
    </>
  );
}
