import { dirname, relative, sep } from "node:path";
import ts from "typescript";
import type { Report } from "./problem";

/**
 * Type-checks the handlers by the settings that the authors' editor uses (`content/tsconfig.json`): a handler on a page
 * runs as it is shown. Only for a full check; it takes seconds.
 * @param configFile absolute path of the settings; problems are told relative to its folder
 */
export function checkHandlerTypes(configFile: string, report: Report): void {
  const root = dirname(configFile);
  const { config, error } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  const settings = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  const program = ts.createProgram({ rootNames: settings.fileNames, options: { ...settings.options, noEmit: true } });
  // Without handlers TypeScript complains that there is nothing to check.
  const found = settings.fileNames.length === 0 ? [] : [...settings.errors, ...ts.getPreEmitDiagnostics(program)];
  for (const diagnostic of error ? [error, ...found] : found) {
    const { line, character } = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? {
      line: 0,
      character: 0,
    };
    const file = relative(root, diagnostic.file?.fileName ?? configFile)
      .split(sep)
      .join("/");
    const detail = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
    report.add("code-types", { file, line: line + 1, column: character + 1 }, { detail });
  }
}
