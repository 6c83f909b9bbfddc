/** `1 lesson`, `2 lessons`: for the closing lines of commands, which are in English. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
