/**
 * Addresses that a text may link to: https, mail, a path of this site, an anchor. No `//host` and no backslash, which
 * browsers read as another host.
 */
export function isSafeLink(url: string): boolean {
  return /^(?:https:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(url);
}
