import { encodeUtf8 } from "./utf8";

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const roundConstants = new Uint32Array(64);
/** First 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const initialHash = new Uint32Array(8);
deriveConstants();

/**
 * SHA-256 in plain JavaScript, for engines without WebCrypto. Synchronous on purpose: a key that is derived in an await
 * would add a moment in which a process can die.
 * @returns 64 lower-case hexadecimal digits
 * @throws {RangeError} on text with a lone surrogate
 */
export function sha256Hex(input: string | Uint8Array): string {
  const message = padded(typeof input === "string" ? encodeUtf8(input) : input);
  const view = new DataView(message.buffer);
  const hash = Uint32Array.from(initialHash);
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < message.length; offset += 64) compress(hash, schedule, view, offset);
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** The message, a one bit, zeros, and the length in bits as 64-bit big-endian, to a multiple of 64 bytes. */
function padded(bytes: Uint8Array): Uint8Array {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(message.length - 4, (bytes.length << 3) >>> 0);
  return message;
}

/** One block of the compression function (FIPS 180-4, 6.2.2). */
function compress(hash: Uint32Array, schedule: Uint32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + t * 4);
  for (let t = 16; t < 64; t++) {
    const early = word(schedule, t - 15);
    const late = word(schedule, t - 2);
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[t] = word(schedule, t - 16) + sigma0 + word(schedule, t - 7) + sigma1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (h + sum1 + choice + word(roundConstants, t) + word(schedule, t)) | 0;
    const second = (sum0 + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    hash[index] = word(hash, index) + value;
  });
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function deriveConstants(): void {
  let count = 0;
  for (let candidate = 2; count < 64; candidate++) {
    if (!isPrime(candidate)) continue;
    if (count < 8) initialHash[count] = fraction32(Math.sqrt(candidate));
    roundConstants[count++] = fraction32(Math.cbrt(candidate));
  }
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false;
  return true;
}

function fraction32(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x100000000);
}
