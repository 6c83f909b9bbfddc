/**
 * The code without comments, and with every string, template text and regular expression made empty, so that what is
 * left can be searched for brackets and names. Lines stay where they are. Null when a literal does not end.
 */
export function blankLiterals(code: string): string | null {
  let blank = "";
  let index = 0;
  /** For each open `${`, the depth of braces at which it ends. */
  const templates: number[] = [];
  let braces = 0;

  const template = (): boolean => {
    for (; index < code.length; index++) {
      if (code[index] === "\n") blank += "\n";
      if (code[index] === "\\") index++;
      else if (code[index] === "`") return ((blank += '"'), index++, true);
      else if (code.startsWith("${", index)) return ((blank += '"+('), (index += 2), templates.push(braces), true);
    }
    return false;
  };

  while (index < code.length) {
    const character = code[index] as string;
    const literal = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")/.exec(
      code.slice(index),
    );
    if (literal) {
      blank += character === "/" ? " " + literal[0].replace(/[^\n]/g, "") : '""';
      index += literal[0].length;
    } else if (character === "'" || character === '"') {
      return null;
    } else if (character === "`") {
      blank += '"';
      index++;
      if (!template()) return null;
    } else if (character === "}" && templates.at(-1) === braces) {
      templates.pop();
      blank += ')+"';
      index++;
      if (!template()) return null;
    } else if (character === "/" && startsExpression(blank)) {
      const expression = /^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/.exec(code.slice(index));
      if (!expression) return null;
      blank += '""';
      index += expression[0].length;
    } else {
      if (character === "{") braces++;
      if (character === "}") braces--;
      blank += character;
      index++;
    }
  }
  return templates.length === 0 ? blank : null;
}

/** True where a slash begins a regular expression and is not a division. */
function startsExpression(before: string): boolean {
  return /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|await|yield|throw))\s*$/.test(
    before,
  );
}
