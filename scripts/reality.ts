import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkReality } from "@/lib/reality/check";
import { failuresOf } from "@/lib/reality/result";
import { MissingProgram } from "@/lib/reality/services/programs";
import { realityArguments } from "./support/reality-arguments";
import { realityReport } from "./support/reality-report";
import { UsageError } from "./support/scenario-argument";

// A signal would end this process before it has put its things away.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(2));

/** `npm run reality [-- --schedules N --seed S]`: exit code 1 when simulator and reality disagree anywhere. */
try {
  const { record, ...options } = realityArguments(process.argv.slice(2));
  console.log(`seed ${options.seed}`);
  const result = await checkReality({ ...options, say: (line) => console.log(line) });
  console.log(`\n${realityReport(result)}`);
  if (record) writeFileSync(join(process.cwd(), "lib/reality/result.json"), `${JSON.stringify(result, null, 1)}\n`);
  process.exit(failuresOf(result).length > 0 ? 1 : 0);
} catch (error) {
  const isForPeople = error instanceof UsageError || error instanceof MissingProgram;
  console.error(isForPeople ? error.message : error);
  process.exit(2);
}
