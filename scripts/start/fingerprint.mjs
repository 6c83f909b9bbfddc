import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Nothing below these names, at the top of the project, goes into the built app. */
const leftOut = new Set([
  "node_modules",
  "generated",
  "docs",
  "e2e",
  "bench",
  "test-results",
  "playwright-report",
  "next-env.d.ts",
  "README.md",
  "LICENSE",
]);

/** Of the scripts only the compiler of the content leaves traces in the app. */
const contentScript = /^scripts.content/;

/** Made by the content compiler from files that count already. */
const generatedFolder = join("public", "engine");

/**
 * A hash of everything the built app is made of: code, content, configuration and the lock file. Equal hashes mean that
 * there is nothing to build.
 *
 * @param {string} root
 */
export async function fingerprint(root) {
  const hash = createHash("sha256");
  for (const path of listFiles(root, "").sort()) {
    const content = createHash("sha256");
    await pipeline(createReadStream(join(root, path)), content);
    hash.update(`${path}\0${content.digest("hex")}\n`);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} folder below the root
 * @returns {string[]} paths below the root
 */
function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || path === generatedFolder || (folder === "" && leftOut.has(path))) return [];
    if (path.startsWith("scripts") && path !== "scripts" && !contentScript.test(path)) return [];
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() && !/\.(test\.tsx?|tsbuildinfo)$/.test(entry.name) ? [path] : [];
  });
}
