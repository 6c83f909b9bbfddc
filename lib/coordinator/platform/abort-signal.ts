import type { CancelSignal } from "../environment";

/** For `fetch` and every other client that takes the platform's own signal. */
export function toAbortSignal(signal: CancelSignal): AbortSignal {
  const controller = new AbortController();
  signal.onCancel(() => controller.abort(signal.reason));
  return controller.signal;
}
