/** A call of a port in a text; lines and columns count from 1, `to` is behind the last sign. */
export interface PortCall {
  line: number;
  from: number;
  to: number;
}

const calls = /\b(?:(?:db|tx|stripe|mailer|consumer|redis|coordinator)(?:\.\w+)+|ack|nack|publish|alert|receiver)(?=\()/g;

/** Calls that the outside world can see: the only words of a code that are set apart. */
export function portCalls(source: string): PortCall[] {
  return source.split("\n").flatMap((text, index) => {
    const code = text.replace(/\/\/.*$/, "");
    return [...code.matchAll(calls)].map((match) => ({ line: index + 1, from: match.index + 1, to: match.index + match[0].length + 1 }));
  });
}
