import { explore } from "./support/explore";

/** `npm run -s explore -- <scenario> …`: without arguments it prints its options. Ctrl-C prints what was seen so far. */
const cancel = new AbortController();
process.once("SIGINT", () => cancel.abort());
const { code, output, error } = await explore(process.argv.slice(2), {
  signal: cancel.signal,
  onProgress: ({ states, waiting }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${states} states, ${waiting} to go \u001b[K`);
  },
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
if (output !== "") console.log(output);
if (error !== "") console.error(error);
process.exitCode = code;
