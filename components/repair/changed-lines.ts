/** Lines of `changed` that `original` does not have at their place, counted from 1: a longest common subsequence of lines. */
export function changedLines(original: string, changed: string): number[] {
  const [before, after] = [original.trimEnd().split("\n"), changed.trimEnd().split("\n")];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const longest = before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      const cells = lengths[row];
      if (cells) cells[column] = longest;
    }
  }
  const changes: number[] = [];
  let [row, column] = [0, 0];
  while (column < after.length) {
    if (row < before.length && before[row] === after[column]) {
      row++;
      column++;
    } else if (row < before.length && at(row + 1, column) >= at(row, column + 1)) row++;
    else changes.push(++column);
  }
  return changes;
}
