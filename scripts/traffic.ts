import { traffic } from "./support/traffic";

/** `npm run -s traffic -- <scenario> [--cause NAME|all] [--json]`: without arguments it prints its options. */
const { code, error } = await traffic(process.argv.slice(2), (line) => console.log(line));
if (error !== "") console.error(error);
process.exitCode = code;
