/** The list with one of its items one place up (-1) or down (1); as it was where there is no such place. */
export function moved(list: readonly string[], item: string, by: -1 | 1): readonly string[] {
  const from = list.indexOf(item);
  const other = list[from + by];
  if (from < 0 || other === undefined) return list;
  return list.map((id) => (id === item ? other : id === other ? item : id));
}
