/**
 * Where the reader is between the landmarks of a page, as a share of the way: 0 at its top, 1 at its end, landmarks
 * evenly spaced between. So a long answer does not make the scale jump.
 * @param landmarks tops in px from the top of the document, ascending: the start of the text, each stop, the end
 * @param scroll px scrolled, of `range` px that can be scrolled
 * @param view height of the window in px
 */
export function placeOf(landmarks: readonly number[], scroll: number, range: number, view: number): number {
  const share = range > 0 ? Math.min(Math.max(scroll / range, 0), 1) : 0;
  // The line that is read wanders from the top of the window to its bottom, so that both ends can be reached.
  const line = scroll + share * view;
  const last = landmarks.length - 1;
  const after = landmarks.findIndex((top) => top > line);
  if (after === -1) return 1;
  if (after === 0) return 0;
  const from = landmarks[after - 1] ?? 0;
  const to = landmarks[after] ?? from;
  return (after - 1 + (line - from) / (to - from)) / last;
}
