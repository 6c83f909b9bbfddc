/**
 * The code without comments, and with every string, template text and regular expression made empty, so that what is
 * left can be searched for brackets and names. Lines stay where they are. Null when a literal does not end, and for
 * whatever an engine might read in another way than this: then nothing can be said about the code.
 */
export function blankLiterals(code: string): string | null {
  if (readsOtherwise.test(code)) return null;
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
    } else if (character === "\\") {
      return null;
    } else if (character === "/") {
      const slash = slashAfter(blank);
      if (slash === "unclear") return null;
      if (slash === "division") {
        blank += character;
        index++;
        continue;
      }
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

/**
 * Ends of lines that are not `\n` end a comment, too; scripts know comments in the way of HTML, and one after `#!` at
 * their start. (An escape in a name, which makes another spelling of it, is refused where it stands.)
 */
const readsOtherwise = /\r(?!\n)|[\u2028\u2029]|<!--|-->|^#!/;

/** Words that a value can follow. As names of properties they are values themselves. */
const words =
  /\b(?:return|typeof|instanceof|new|case|in|of|do|else|void|delete|await|async|yield|throw|default|extends|if|while|for|with|let|get|set|static|as|from)$/;

/**
 * What a slash is after this code: the beginning of a regular expression or a division. Where only a parser could tell
 * (after `)`, `}`, `++` or a word such as `of`) it is unclear.
 */
function slashAfter(before: string): "expression" | "division" | "unclear" {
  const code = before.trimEnd();
  if (/(?:^|[([{,;:=!&|?%*<>~^])$/.test(code)) return "expression";
  return /[\]"\w$]$/.test(code) && !words.test(code) ? "division" : "unclear";
}
