/**
 * `hashtext`: what turns a text into the key of an advisory lock. It is Bob Jenkins' lookup3 over the bytes of the text,
 * with PostgreSQL's starting values (hash_bytes in hashfn.c). The value is an integer, and texts can collide.
 */
export function hashText(text: string): number {
  const bytes = utf8(text);
  const start = (0x9e3779b9 + bytes.length + 3923095) | 0;
  const state: State = [start, start, start];
  let at = 0;
  for (; bytes.length - at >= 12; at += 12) {
    add(state, bytes.slice(at, at + 12), 0);
    mix(state);
  }
  const rest = bytes.slice(at);
  // The lowest byte of the third word is the length's: what belongs there moves up by one.
  add(state, rest.slice(0, 8), 0);
  add(state, rest.slice(8), 9);
  return final(state);
}

type State = [number, number, number];

/** Adds bytes to the words, little end first, from this byte of the twelve on. */
function add(state: State, bytes: readonly number[], from: number): void {
  bytes.forEach((byte, index) => {
    const word = (from + index) >> 2;
    state[word] = ((state[word] ?? 0) + (byte << (((from + index) % 4) * 8))) | 0;
  });
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function mix(state: State): void {
  let [a, b, c] = state;
  for (const [first, second, third] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = ((a - c) | 0) ^ rotate(c, first);
    c = (c + b) | 0;
    b = ((b - a) | 0) ^ rotate(a, second);
    a = (a + c) | 0;
    c = ((c - b) | 0) ^ rotate(b, third);
    b = (b + a) | 0;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

function final([a, b, c]: State): number {
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

function utf8(text: string): number[] {
  return [...text].flatMap((character) => {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) return [point];
    if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
    if (point < 0x10000) return [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
    return [
      0xf0 | (point >> 18),
      0x80 | ((point >> 12) & 0x3f),
      0x80 | ((point >> 6) & 0x3f),
      0x80 | (point & 0x3f),
    ];
  });
}
