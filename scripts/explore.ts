import { explore } from "./support/explore";

/** `npm run -s explore -- <scenario> …`: without arguments it prints its options. */
const { code, output, error } = await explore(process.argv.slice(2));
if (output !== "") console.log(output);
if (error !== "") console.error(error);
process.exitCode = code;
