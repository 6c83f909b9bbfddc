/** Set by `proxy.ts` on every page's request: the path as it was asked for, which layouts and missing pages are not told. */
export const pathHeader = "x-request-path";
