import { blankLiterals } from "./blank-literals";

/**
 * Decides from its text whether a module can hold anything between two messages. The answer may err to the side of
 * true only: true keeps the whole history of a process, which is always right; false lets the history be cut.
 *
 * The built-ins and the ports are read-only in every executor, so state could only live in module variables, in
 * properties of module functions, or in what `new` makes of them. A module passes when at its top level it holds
 * nothing but functions and literal constants, and when its functions are only ever called.
 */
export function mayKeepState(code: string): boolean {
  const text = blankLiterals(code);
  if (text === null) return true;
  const top = topLevel(text);
  if (top === null || !/^(?:\s*(?:FUNCTION|CONSTANT|EXPORTS|;))*\s*$/.test(classify(top))) return true;
  if (/\b(?:exports|module|require|new\s*\.\s*target)\b/.test(text)) return true;
  const functions = [...top.matchAll(/\bfunction\s+([\w$]+)|\bconst\s+([\w$]+)\s*=\s*(?:async\b|\(|[\w$]+\s*=>)/g)];
  return functions.some((match) => isUsedAsValue(text, (match[1] ?? match[2]) as string));
}

const name = String.raw`[\w$]+`;
const functionDeclaration = String.raw`(?:export\s+(?:default\s+)?)?(?:async\s+)?function(?:\s+${name})?\s*\(\)\s*\{\}`;
const arrowFunction = String.raw`(?:async\s*)?(?:\(\)|${name})\s*=>\s*\{\}`;
const literal = String.raw`(?:-?\d[\w.]*|""|true|false|null)`;

/** Replaces each statement that cannot hold state by one word. */
function classify(top: string): string {
  return top
    .replace(new RegExp(functionDeclaration, "g"), " FUNCTION ")
    .replace(new RegExp(String.raw`\bexport\s+default\s+${arrowFunction}`, "g"), " FUNCTION ")
    .replace(new RegExp(String.raw`(?:\bexport\s+)?\bconst\s+${name}\s*=\s*${arrowFunction}`, "g"), " FUNCTION ")
    .replace(
      new RegExp(String.raw`(?:\bexport\s+)?\bconst\s+${name}\s*=\s*${literal}(?=\s*(?:;|\n|$))`, "g"),
      " CONSTANT ",
    )
    .replace(/\bexport\s*\{\}/g, " EXPORTS ");
}

/** True when a module function is named anywhere but in its declaration and in plain calls. */
function isUsedAsValue(text: string, functionName: string): boolean {
  const escaped = functionName.replace(/\$/g, String.raw`\$`);
  const uses = text
    .replace(new RegExp(String.raw`\bfunction\s+${escaped}(?![\w$])`, "g"), "")
    .replace(new RegExp(String.raw`\bconst\s+${escaped}(?![\w$])`, "g"), "");
  const plainCall = String.raw`(?<![\w$.])(?<!\bnew\s+)${escaped}\s*\(`;
  return new RegExp(String.raw`(?<![\w$])${escaped}(?![\w$])`).test(uses.replace(new RegExp(plainCall, "g"), "("));
}

/** The text outside all brackets, with the brackets of the first level left empty; null when they do not match. */
function topLevel(text: string): string | null {
  let top = "";
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character) && depth++ === 0) top += character;
    else if (")]}".includes(character) && --depth === 0) top += character;
    else if (depth === 0) top += character;
    if (depth < 0) return null;
  }
  return depth === 0 ? top : null;
}
