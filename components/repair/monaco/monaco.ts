/**
 * The editor: the entry of `/editor/monaco.js`, which `lib/content/browser-editor.ts` bundles. Only what a handler needs
 * is registered: no menus and palettes, no other languages.
 */
import "monaco-editor/features/bracketMatching/register.js";
import "monaco-editor/features/caretOperations/register.js";
import "monaco-editor/features/clipboard/register.js";
import "monaco-editor/features/codeEditor/register.js";
import "monaco-editor/features/codicon/register.js";
import "monaco-editor/features/comment/register.js";
import "monaco-editor/features/cursorUndo/register.js";
import "monaco-editor/features/gotoError/register.js";
import "monaco-editor/features/hover/register.js";
import "monaco-editor/features/indentation/register.js";
import "monaco-editor/features/lineSelection/register.js";
import "monaco-editor/features/linesOperations/register.js";
import "monaco-editor/features/multicursor/register.js";
import "monaco-editor/features/parameterHints/register.js";
import "monaco-editor/features/smartSelect/register.js";
import "monaco-editor/features/snippet/register.js";
import "monaco-editor/features/toggleTabFocusMode/register.js";
import "monaco-editor/features/tokenization/register.js";
import "monaco-editor/features/wordHighlighter/register.js";
import "monaco-editor/features/wordOperations/register.js";
// What the feature of this name registers is only its help for inline completions; the list itself is here.
import "monaco-editor/editor/contrib/suggest/browser/suggestController.js";
import "monaco-editor/languages/definitions/typescript/register.js";
import * as api from "monaco-editor/editor/editor.api.js";
import * as typescript from "monaco-editor/languages/features/typescript/register.js";

export const monaco = { ...api, typescript };
