import { portCalls } from "@/components/repair/port-calls";

/** Names of the port calls of a repair that the original does not make in the same way, each once, in their order. */
export function changedCalls(original: string, repair: string): string[] {
  const before = callsOf(original).map(({ text }) => text);
  const changed = callsOf(repair).filter(({ text }) => !before.includes(text));
  return [...new Set(changed.map(({ name }) => name))];
}

/** Each call with its arguments, white space, trailing commas and the name of the transaction left out. */
function callsOf(source: string): { name: string; text: string }[] {
  const lines = source.split("\n");
  return portCalls(source).map(({ line, from, to }) => {
    const name = lines[line - 1]?.slice(from - 1, to - 1).replace(/^tx\./, "db.") ?? "";
    const rest = [lines[line - 1]?.slice(to - 1) ?? "", ...lines.slice(line)].join("\n");
    return { name, text: name + argumentsOf(rest).replace(/\s+/g, "").replace(/,(?=[)\]}])/g, "") };
  });
}

/** From the opening bracket to the one that closes it. */
function argumentsOf(text: string): string {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if ("([{".includes(text.charAt(index))) depth++;
    if (")]}".includes(text.charAt(index)) && --depth === 0) return text.slice(0, index + 1);
  }
  return text;
}
