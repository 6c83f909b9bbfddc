import { unsupportedNode } from "./start/node-version.mjs";

// Only what every Node understands happens before this check; everything else is loaded after it.
const problem = unsupportedNode(process.versions.node);
if (problem !== null) {
  console.error(problem);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} else {
  const long = process.argv.includes("--long");
  import("./test/run.mjs").then(({ runChecks }) => runChecks({ long }));
}
