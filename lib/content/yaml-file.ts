import type { ContentFiles } from "./files";
import type { Report } from "./problem";
import type { YamlSource } from "./yaml-source";
import { readSource } from "./source-text";
import { readYaml } from "./yaml-source";

/** Reads a whole file of YAML, or reports why it cannot be read and returns null. `why` says what it is needed for. */
export function readYamlFile(files: ContentFiles, file: string, why: string, report: Report): YamlSource | null {
  const whole = { file, line: 1, column: 1 };
  if (!files.read(file)) {
    report.add("file-missing", whole, { file, why });
    return null;
  }
  const source = readSource(files, file, report);
  return source && readYaml(source.text, { file, firstLine: 1, whole }, report);
}
