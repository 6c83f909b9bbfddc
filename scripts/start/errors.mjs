import { PlainError } from "../support/plain-error.mjs";

/** A program that was started here ended with an error. */
export class CommandFailed extends PlainError {
  /**
   * @param {string} sentence to print
   * @param {string} output what the program printed
   */
  constructor(sentence, output) {
    super(sentence);
    this.output = output;
  }
}

/** Somebody asked for the end while something was under way. */
export class Stopped extends Error {}
