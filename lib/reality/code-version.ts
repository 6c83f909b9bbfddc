import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "@/lib/simulator/plain";

/** What a result depends on: the handlers with their scenarios, and the world that was held against reality. */
const folders = ["content/scenarios", "lib/simulator/world", "lib/simulator/run", "lib/simulator/process", "lib/coordinator/stores"];

/** Names the text of all of it. Tests are left out: they change nothing. */
export function codeVersion(root = process.cwd()): string {
  const texts = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|yaml|sql)$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file))
      .sort()
      .map((file) => `${folder}/${file}\n${readFileSync(join(root, folder, file), "utf8")}`),
  );
  return fingerprint(texts.join("\n"));
}
