import { watch } from "node:fs";
import { join } from "node:path";
import { PlainError } from "../support/plain-error.mjs";
import { waitUntil } from "../support/processes.mjs";
import { CommandFailed } from "./errors.mjs";
import { portTaken } from "./port.mjs";

/** @typedef {import("./run.mjs").House} House */

/** The first page of a development server is compiled while this waits. */
const readyTimeoutMs = 120_000;

/** Editors write a file in several steps. */
const settleMs = 200;

/**
 * Serves until the server ends, which it never does by itself.
 *
 * @param {House} house
 * @param {number} port
 * @param {(address: string) => void} onReady
 * @returns {Promise<never>}
 */
export async function serveUntilEnd(house, port, onReady) {
  const { commands, programs, env, mode, isAuthoring, say } = house;
  const command = mode === "development" ? commands.develop(port) : commands.serve(port);
  say("Starting the web server");
  const server = programs.serve(command, env);
  let isReady = false;
  let output = "";
  for (const [stream, target] of /** @type {const} */ ([[server.stdout, process.stdout], [server.stderr, process.stderr]])) {
    stream.on("data", (chunk) => {
      // Before it is ready the server only introduces itself; afterwards its words are for the reader.
      if (isReady) target.write(chunk);
      else output += chunk;
    });
  }
  const ended = new Promise((_, reject) => {
    server.once("error", (error) => reject(new CommandFailed("The web server could not be started.", error.message)));
    server.once("close", (code) => {
      if (output.includes("EADDRINUSE") && !isReady) reject(new PlainError(portTaken(port)));
      else reject(new CommandFailed(`The web server has ended by itself (code ${code}).`, isReady ? "" : output));
    });
  });
  const answered = waitUntil(() => answers(port), readyTimeoutMs, 100).then((inTime) => {
    if (!inTime) throw new CommandFailed("The web server does not answer.", output);
  });
  await Promise.race([answered, ended]);
  isReady = true;
  if (isAuthoring) watchAsAuthor(house);
  else if (mode === "development") recompileOnChange(house);
  onReady(`http://localhost:${port}`);
  return /** @type {Promise<never>} */ (ended);
}

/** @param {number} port */
async function answers(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(readyTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks what an author saves, in a program that stays: it keeps the results of everything that has not changed.
 *
 * @param {House} house
 */
function watchAsAuthor({ commands, programs, env, say }) {
  const checks = programs.serve(commands.watchContent, env);
  checks.stdout.pipe(process.stdout);
  checks.stderr.pipe(process.stderr);
  checks.once("exit", (code, signal) => {
    // tsx, told to end, hands that on as a code above 128.
    if (signal === null && (code ?? 0) < 128) say(`The checks of the content have ended by themselves (code ${code}). Start again to go on.`);
  });
}

/**
 * Compiles the content again whenever a file below `content/` changes. Errors are printed; the last good content stays.
 *
 * @param {House} house
 */
function recompileOnChange({ root, commands, programs, env, say, atEnd }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  const compile = async () => {
    try {
      say((await programs.run("The content could not be compiled; the page keeps the last good one.", commands.compileContent, env)).trim());
    } catch (error) {
      if (error instanceof CommandFailed) console.error(`${error.output.trim()}\n${error.message}`);
    }
  };
  const watcher = watch(join(root, "content"), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(compile)), settleMs);
  });
  atEnd(async () => {
    clearTimeout(timer);
    watcher.close();
  });
}
