"use client";

import Editor from "@monaco-editor/react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import type { EditorProps } from "@/components/repair/code-editor";
import { type CodeEditorApi, loadMonaco, type Monaco } from "@/components/repair/monaco/load-monaco";
import { keepStyled } from "@/components/repair/monaco/styled-html";
import { defineTheme, onThemeChange, themeName } from "@/components/repair/monaco/theme";
import { portCalls } from "@/components/repair/port-calls";
import { fill } from "@/components/ui/fill";
import styles from "@/components/repair/repair.module.css";

export { loadMonaco };

interface RichEditorProps extends EditorProps {
  /** Names the text among those of the page: its undo stack outlives the component. */
  path: string;
  /** Where the cursor was in the plain field, when it had the focus. */
  cursor: number | null;
}

interface Problem {
  line: number;
  text: string;
}

/** Most problems that are told in words under the editor. */
const mostProblems = 4;

const options = {
  ariaRequired: false,
  automaticLayout: true,
  bracketPairColorization: { enabled: false },
  contextmenu: false,
  cursorBlinking: "solid",
  fixedOverflowWidgets: true,
  folding: false,
  fontFamily: '"Martian Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontSize: 13.5,
  fontVariations: "'wdth' 80",
  guides: { indentation: false },
  lineDecorationsWidth: 14,
  lineHeight: 25,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  occurrencesHighlight: "off",
  overviewRulerLanes: 0,
  padding: { top: 12, bottom: 12 },
  renderFinalNewline: "on",
  renderLineHighlight: "none",
  scrollbar: { alwaysConsumeMouseWheel: false, vertical: "hidden" },
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  tabSize: 2,
  unicodeHighlight: { ambiguousCharacters: false },
  wordBasedSuggestions: "off",
} as const;

/** Monaco with the types of the ports. Esc, then Tab leaves it. */
export function RichEditor({ ref, path, cursor, source, changed, fault, write, prove, words, locale }: RichEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<{ monaco: Monaco; editor: CodeEditorApi } | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const latest = useRef({ prove });
  useEffect(() => void (latest.current = { prove }));

  function goToLine(line: number) {
    loaded?.editor.setPosition({ lineNumber: line, column: 1 });
    loaded?.editor.revealLineInCenterIfOutsideViewport(line);
    loaded?.editor.focus();
  }

  useImperativeHandle(ref, () => ({
    replace(text) {
      const model = loaded?.editor.getModel();
      if (!model || model.getValue() === text) return;
      loaded?.editor.pushUndoStop();
      loaded?.editor.executeEdits("replace", [{ range: model.getFullModelRange(), text }]);
      loaded?.editor.pushUndoStop();
    },
    goToLine,
  }));

  useEffect(() => (container.current ? keepStyled(container.current) : undefined), []);

  useEffect(() => {
    if (!loaded) return undefined;
    const { monaco, editor } = loaded;
    const { KeyCode, KeyMod } = monaco;
    editor.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => latest.current.prove());
    editor.addCommand(
      KeyCode.Escape,
      () => editor.updateOptions({ tabFocusMode: true }),
      "!suggestWidgetVisible && !parameterHintsVisible && !editorHasMultipleSelections && !markersNavigationVisible",
    );
    const indent = () => editor.updateOptions({ tabFocusMode: false });
    const fit = () => {
      if (container.current) container.current.style.height = `${editor.getContentHeight()}px`;
    };
    const tell = () => {
      const model = editor.getModel();
      const markers = model ? monaco.editor.getModelMarkers({ resource: model.uri, owner: "typescript" }) : [];
      setProblems(markers.map(({ startLineNumber, message }) => ({ line: startLineNumber, text: message })));
    };
    fit();
    const ends = [
      editor.onDidContentSizeChange(fit),
      editor.onDidChangeModelContent(indent),
      editor.onDidBlurEditorText(indent),
      monaco.editor.onDidChangeMarkers(tell),
    ];
    const endTheme = onThemeChange(() => defineTheme(monaco));
    return () => {
      endTheme();
      for (const end of ends) end.dispose();
    };
  }, [loaded]);

  // What the executor said stands at its line as TypeScript's errors do.
  useEffect(() => {
    const model = loaded?.editor.getModel();
    if (!loaded || !model) return;
    const at = fault?.line ? Math.min(fault.line, model.getLineCount()) : null;
    const marker = at !== null && fault && {
      startLineNumber: at,
      endLineNumber: at,
      startColumn: fault.column ?? (model.getLineFirstNonWhitespaceColumn(at) || 1),
      endColumn: model.getLineMaxColumn(at),
      message: fault.text,
      severity: loaded.monaco.MarkerSeverity.Error,
    };
    loaded.monaco.editor.setModelMarkers(model, "executor", marker ? [marker] : []);
  }, [loaded, fault]);

  useEffect(() => {
    if (!loaded) return undefined;
    const { Range } = loaded.monaco;
    const decorations = loaded.editor.createDecorationsCollection([
      ...portCalls(source).map(({ line, from, to }) => ({
        range: new Range(line, from, line, to),
        options: { inlineClassName: styles.port ?? "" },
      })),
      ...changed.map((line) => ({
        range: new Range(line, 1, line, 1),
        options: { isWholeLine: true, className: styles.changedLine ?? "", linesDecorationsClassName: styles.changedMark ?? "" },
      })),
    ]);
    return () => decorations.clear();
  }, [loaded, source, changed]);

  return (
    <>
      <div ref={container} className={styles.rich}>
        <Editor
          language="typescript"
          path={path}
          defaultValue={source}
          keepCurrentModel
          theme={themeName}
          loading={null}
          options={{ ...options, ariaLabel: `${words.editor}. ${words.keys}` }}
          beforeMount={(monaco) => defineTheme(monaco as unknown as Monaco)}
          onChange={(text) => write(text ?? "")}
          onMount={(editor, monaco) => {
            const api = editor as unknown as CodeEditorApi;
            const model = api.getModel();
            // A text that outlived its editor may be older than what was taken from a link meanwhile.
            if (model && model.getValue() !== source) model.setValue(source);
            if (model && cursor !== null) {
              api.setPosition(model.getPositionAt(cursor));
              api.focus();
            }
            setLoaded({ monaco: monaco as unknown as Monaco, editor: api });
          }}
        />
      </div>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.slice(0, mostProblems).map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              <button type="button" className="text-button" onClick={() => goToLine(line)}>
                {fill(words.line, { line: String(line) })}
              </button>{" "}
              <span lang={locale === "en" ? undefined : "en"}>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
