/** An error whose message is written for the reader and says what to do. It is printed without a stack trace. */
export class PlainError extends Error {}
