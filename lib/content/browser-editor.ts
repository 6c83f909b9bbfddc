import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { locales } from "@/lib/locale";
import { shortHash } from "./hash";
import { portTypes } from "./port-types";

const root = fileURLToPath(new URL("../../", import.meta.url));

const packageFolder = join(root, "node_modules", "monaco-editor");
const entry = join(root, "components", "repair", "monaco", "monaco.ts");
const styleStandIn = join(root, "components", "repair", "monaco", "constructed-style.ts");
/** What decides on the bundle beside the version of Monaco. */
const ownFiles = [entry, styleStandIn, fileURLToPath(import.meta.url)];

const styleFile = /[\\/]base[\\/]browser[\\/]domStylesheets\.js$/;
const styleCall = "document.createElement('style')";

/** Monaco writes `<style>` elements, which the policy of our pages refuses: it gets constructed style sheets instead. */
const constructedStyles: Plugin = {
  name: "constructed-styles",
  setup({ onLoad }) {
    onLoad({ filter: styleFile }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes(styleCall)) throw new Error(`${path} no longer says ${styleCall}: see components/repair/monaco/constructed-style.ts`);
      return { contents: `import { constructedStyle } from ${JSON.stringify(styleStandIn)};\n${text.replaceAll(styleCall, "constructedStyle()")}`, loader: "js" };
    });
  },
};

/** The workers of Monaco as it ships them, each one file. */
const workers = { editor: /^editor\.worker-.*\.js$/, typescript: /^ts\.worker-.*\.js$/ };

/**
 * Writes the files of the browser's editor: Monaco with its style sheet, font and Russian messages, its two workers, and
 * the types of the ports. They do not belong to the bundles of the pages: a worker's file has a policy of its own, and
 * pages stay quick to build. `folder` is made anew, unless it was made from the same.
 */
export async function writeBrowserEditor(folder: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
  const types = locales.map((locale) => portTypes(locale));
  const madeFrom = shortHash([version, ...ownFiles.map((file) => readFileSync(file, "utf8")), ...types].join("\n"), 16);
  const record = join(folder, "made-from.txt");
  if (existsSync(record) && readFileSync(record, "utf8") === madeFrom) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, locale] of locales.entries()) writeFileSync(join(folder, `ports.${locale}.d.ts`), types[index] ?? "");
  copyFileSync(join(packageFolder, "esm", "vs", "nls", "lang", "ru.js"), join(folder, "messages.ru.js"));
  const assets = join(packageFolder, "min", "vs", "assets");
  for (const [name, pattern] of Object.entries(workers)) {
    const file = readdirSync(assets).find((candidate) => pattern.test(candidate));
    if (!file) throw new Error(`${assets} has no file for the worker ${name}`);
    copyFileSync(join(assets, file), join(folder, `${name}.worker.js`));
  }
  await build({
    entryPoints: [entry],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    assetNames: "[name]",
    chunkNames: "chunk-[hash]",
    legalComments: "none",
    loader: { ".ttf": "file" },
    plugins: [constructedStyles],
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "warning",
  });
  writeFileSync(record, madeFrom);
}
