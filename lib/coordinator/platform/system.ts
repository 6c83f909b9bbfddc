import type { Clock, Random } from "../environment";

/** For Node and browsers. Deliberately not part of the core, which must also run where there are no timers. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, cancel) =>
    new Promise((resolve) => {
      if (cancel?.cancelled) return resolve();
      let forget = () => {};
      const timer = setTimeout(() => {
        forget();
        resolve();
      }, ms);
      if (cancel === undefined) return;
      forget = cancel.onCancel(() => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

const tokenBytes = 16;
/** Asking the system for random bytes is slow per call, not per byte. */
const pool = new Uint8Array(256 * tokenBytes);
let used = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export const systemRandom: Random = {
  token() {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    let token = "";
    for (const end = used + tokenBytes; used < end; used++) token += hex[pool[used] ?? 0];
    return token;
  },
  fraction: () => Math.random(),
};
