import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// npm run bench -- NAME: runs bench/NAME.ts. Measurements are ratios from one run; absolute times depend on the machine.
const root = fileURLToPath(new URL("..", import.meta.url));
const benches = ["pages", "coordinator", "explore"];
const [name, ...words] = process.argv.slice(2);
const file = `bench/${name}.ts`;
if (name === undefined || !benches.includes(name) || !existsSync(new URL(`../${file}`, import.meta.url))) {
  console.error(`There is no benchmark ${name ?? "without a name"}. Run: npm run bench -- ${benches.join(" | ")}`);
  process.exit(2);
}
const tsx = fileURLToPath(new URL("../node_modules/tsx/dist/cli.mjs", import.meta.url));
const command = [tsx, "--conditions=react-server", file, ...words];
process.exit(spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status ?? 1);
