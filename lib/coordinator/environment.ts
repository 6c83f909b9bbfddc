/**
 * Time and randomness are passed in. The same coordinator runs on a server, in a test with virtual time and inside the
 * simulator, where every source of nondeterminism must be under control.
 */
export interface Clock {
  /** Milliseconds since any fixed moment, never going back. Only differences are used. */
  now(): number;
  /** Resolves after `ms`, or earlier when `cancel` is cancelled. Never rejects. */
  sleep(ms: number, cancel?: CancelSignal): Promise<void>;
}

export interface Random {
  /** 128 random bits as 32 lower-case hexadecimal digits. Two equal tokens would be one owner. */
  token(): string;
  /** Uniform in [0, 1), for jitter. */
  fraction(): number;
}

/** The part of `AbortSignal` that the coordinator needs, for engines that have none. See `platform/abort-signal.ts`. */
export interface CancelSignal {
  readonly cancelled: boolean;
  /** The error given to `cancel`; `undefined` before. */
  readonly reason: unknown;
  /** Calls `listener` once on cancellation, at once when it has happened already. @returns forgets the listener */
  onCancel(listener: () => void): () => void;
}
