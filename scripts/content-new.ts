import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { diskFiles } from "@/lib/content/files";
import { planScaffold, scaffoldKinds, ScaffoldRefused, type Scaffold, type ScaffoldRequest } from "@/lib/content/scaffold/scaffold";

/**
 * Scaffolds what authors write below `content` of the current folder, and says what to do next. Never replaces a file.
 * Exit code 2 and one sentence when that is not possible.
 */
const usage = `Usage: npm run content:new -- scenario <slug>
       npm run content:new -- case <slug> [--scenario <slug>]
       npm run content:new -- lesson <slug> [--scenario <slug>]
       npm run content:new -- question <slug> --lesson <slug> --section <anchor>
                                       [--kind choice|several|number|place|order]`;

try {
  const request = readRequest(process.argv.slice(2));
  if (!existsSync(join("content", "scenarios")))
    throw new ScaffoldRefused("There is no folder content/scenarios here: run this in the root of the project.");
  const scaffold = planScaffold(request, diskFiles("content"));
  write(scaffold);
  for (const line of report(request, scaffold)) console.log(line);
} catch (error) {
  if (!(error instanceof ScaffoldRefused)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function readRequest(args: string[]): ScaffoldRequest {
  const option = { type: "string" } as const;
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { scenario: option, lesson: option, section: option, kind: option },
    });
    const [name, slug, ...rest] = positionals;
    const kind = scaffoldKinds.find((candidate) => candidate === name);
    if (kind !== undefined && slug !== undefined && rest.length === 0) {
      const { kind: asks, ...where } = values;
      return { kind, slug, ...where, asks };
    }
  } catch {
    // An option that does not exist, or has no value: the usage says which there are.
  }
  throw new ScaffoldRefused(usage);
}

function write({ create, extend }: Scaffold): void {
  for (const [path, text] of create) {
    const file = join("content", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  for (const [path, { to }] of extend) writeFileSync(join("content", path), to);
}

function* report({ kind, slug }: ScaffoldRequest, { create, extend, scenario, lesson }: Scaffold): Generator<string> {
  for (const path of create.keys()) yield `new       content/${path}`;
  for (const path of extend.keys()) yield `extended  content/${path}`;
  yield "";
  const isOwn = create.has(`scenarios/${scenario}/scenario.yaml`);
  if (kind === "scenario") {
    yield `content/scenarios/${slug} is there, with the handlers given and fixed. Run it:`;
    yield `npm run -s explore -- ${slug} --choices A-m1.A-mail.A-crash.m1-lease.A-m1.A-mail.A-ack`;
  } else {
    if (isOwn) yield `All schedules of the handler:   npm run -s explore -- ${scenario}`;
    yield "What is still to be filled in:  npm run -s content:check";
    yield `The lesson while you write it:  npm run content:dev, then /ru/author/${lesson}`;
  }
  if (isOwn) yield "Before it is done it needs repairs that tempt and repairs that hold: see `repairs/` in docs/authoring.md.";
}
