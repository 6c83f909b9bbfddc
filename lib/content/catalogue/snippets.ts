import { problem } from "./message";

/** Messages about the code of snippets. */
export const snippetMessages = {
  "code-syntax": problem((p: { detail: string }) => [`this code cannot be read: ${p.detail}`, "correct the code"]),
  "code-types": problem((p: { detail: string }) => [
    `this handler does not type-check: ${p.detail}`,
    "correct the handler, so that it runs as it is shown",
  ]),
  "twin-differs": problem((p: { found: string; expected: string; original: string }) => [
    `the twin ${p.found} where ${p.original} ${p.expected}`,
    "make both files take the same steps in the same order",
  ]),
  "code-without-steps": problem(() => [
    "nothing in this file reaches the outside world",
    "call a port (db, stripe, mailer, ack, …), so that there is a step to crash at",
  ]),
};
