import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Writes the program that runs one proof, see lib/progress/proofs/prover-program.ts. It finds packages as `file` does. */
export function writeProver(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  buildSync({
    entryPoints: [join(root, "lib", "progress", "proofs", "prover-program.ts")],
    outfile: file,
    bundle: true,
    packages: "external",
    format: "esm",
    target: "es2022",
    platform: "node",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "warning",
  });
}
