import { unsupportedNode } from "./start/node-version.mjs";

// Only what every Node understands happens before this check; everything else is loaded after it.
const problem = unsupportedNode(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const mode = process.argv.includes("--dev") ? "development" : "production";
  const isAuthoring = process.argv.includes("--author");
  import("./start/run.mjs").then(({ startHouse }) => startHouse({ mode, isAuthoring }));
}
