import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Plant } from "./plants";
import type { Simulator } from "./simulated";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The simulator with one mistake in it, beside the real one.
 * @throws Error when the text that the plant replaces does not stand in its file exactly once
 */
export async function plantedSimulator(plant: Plant): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), "crash-window-planted-"));
  const file = join(folder, "simulator.mjs");
  const target = resolve(root, plant.file);
  try {
    await build({
      entryPoints: [join(root, "lib/reality/simulated.ts")],
      outfile: file,
      bundle: true,
      platform: "neutral",
      mainFields: ["module", "main"],
      format: "esm",
      target: "es2022",
      tsconfig: join(root, "tsconfig.json"),
      logLevel: "silent",
      plugins: [
        {
          name: "plant",
          setup(builder) {
            builder.onLoad({ filter: /\.ts$/ }, ({ path }) =>
              path === target ? { contents: withPlant(plant, readFileSync(path, "utf8")), loader: "ts" } : null,
            );
          },
        },
      ],
    });
    const { simulator } = (await import(pathToFileURL(file).href)) as { simulator: Simulator };
    return simulator;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the text is not there, or there more than once */
export function withPlant({ name, file, replace, by }: Plant, text: string): string {
  const parts = text.split(replace);
  if (parts.length !== 2) throw new Error(`${name}: its text stands ${parts.length - 1} times in ${file}`);
  return parts.join(by);
}
