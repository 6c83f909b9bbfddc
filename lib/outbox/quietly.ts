/** The part of `Storage` that is used. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Storage throws when it is blocked or full; what it holds may be of an older build. Neither may break the page. */
export function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
