import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { explore } from "@/lib/simulator/explore/explore";
import { openBrowser } from "./explore/browser";
import { schedulesSeen, timeToViolation } from "./explore/fast-check";
import { handlerRun, median, prove } from "./explore/measure";
import { boundsText, large, setupOf, simulationOf, subjects } from "./explore/subjects";

/**
 * What a proof takes, beside what fast-check's scheduler finds on the same world in the same time. Prints Markdown.
 * `--quick` makes it short, to see whether it runs.
 */
const quick = process.argv.includes("--quick");
const rounds = quick ? 3 : 15;

if (process.argv.includes("--large")) await measureLarge();
else await main();

async function main(): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date} · ${cpus().length} × ${cpus()[0]?.model ?? "unknown"} · Node ${process.version} · medians of ${rounds} rounds\n`);
  await handlerRuns();
  await proofs();
  largeInOwnProcess();
  await beside();
}

async function handlerRuns(): Promise<void> {
  const runs = quick ? 200 : 1000;
  const [subject] = subjects;
  if (!subject) return;
  console.log(`One run of a handler, median of ${runs}\n\n| executor | ms | goal |\n|---|---|---|`);
  for (const executor of ["quickjs", "native"] as const) {
    const goal = executor === "quickjs" ? "≤ 1" : "";
    console.log(`| ${executor} | ${(await handlerRun(subject, executor, runs)).toFixed(2)} | ${goal} |`);
  }
}

async function proofs(): Promise<void> {
  console.log(`\nProofs within ${subjects[0] ? boundsText(subjects[0]) : ""}: everything anew but the engine\n`);
  console.log(
    "| handler | verdict | schedules | states | handler runs | proof, ms | with crash map, ms | the same in a Chromium worker, ms | goal, ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  const browser = await openBrowser();
  try {
    for (const subject of subjects) {
      const { schedules, states, handlerRuns: runs, verdict, proof, withMap } = await prove(subject, rounds);
      const inWorker = await browser.prove(setupOf(subject), rounds + 1);
      const times = [proof, withMap, inWorker].map((milliseconds) => milliseconds.toFixed(0)).join(" | ");
      console.log(
        `| ${subject.scenario}, ${subject.handler} | ${verdict} | ${schedules} | ${states} | ${runs} | ${times} | ≤ ${subject.goal} |`,
      );
    }
    const inWorker = await browser.prove(setupOf(large), 1);
    console.log(
      `\n${large.scenario}, ${large.handler}, within ${boundsText(large)}, in a Chromium worker with its crash map: ${(inWorker / 1000).toFixed(1)} s`,
    );
  } finally {
    await browser.close();
  }
}

/** In a process of its own, so that its memory is the memory of this alone. */
function largeInOwnProcess(): void {
  const command = [...process.execArgv, fileURLToPath(import.meta.url), "--large"];
  const { stdout, status } = spawnSync(process.execPath, command, { encoding: "utf8" });
  console.log(status === 0 ? `\n${stdout.trim()}` : `\nThe large proof failed with code ${status}.`);
}

async function measureLarge(): Promise<void> {
  // Once before, on small bounds: what is loaded and compiled then is not part of the proof.
  explore(await simulationOf({ ...large, processes: 2, faults: { crash: 1 } }));
  const simulation = await simulationOf(large);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const { schedules, states, stopped } = explore(simulation, { crashMap: false });
  const milliseconds = performance.now() - start;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${large.scenario}, ${large.handler}, within ${boundsText(large)}: ${stopped ?? `${schedules} schedules`}, ${states} states, ` +
      `${(milliseconds / 1000).toFixed(1)} s (goal ≤ ${large.goal / 1000} s), process at most ${megabytes(process.resourceUsage().maxRSS * 1024)}, ` +
      `before the proof ${megabytes(before)} (goal ≤ 400 MB)`,
  );
}

/** fast-check on the same world: it finds violations quickly too; what it cannot do is to say that there are none. */
async function beside(): Promise<void> {
  const seeds = Array.from({ length: quick ? 5 : 50 }, (_, index) => index + 1);
  console.log("\nBeside fast-check's scheduler, on the same world in the same run\n");
  console.log("| handler | violation first met by fast-check, ms (runs) | by the proof, ms |\n|---|---|---|");
  for (const subject of subjects.filter(({ handler }) => handler === "given")) {
    const simulation = await simulationOf(subject);
    if (explore(simulation, { crashMap: false }).verdict === "ok") continue;
    const met = [];
    for (const seed of seeds) {
      const found = await timeToViolation(await simulationOf(subject), seed);
      if (found) met.push(found);
    }
    const { proof } = await prove(subject, rounds);
    const [time, runs] = [median(met.map(({ milliseconds }) => milliseconds)), median(met.map((found) => found.runs))];
    console.log(`| ${subject.scenario}, ${subject.handler} | ${time.toFixed(0)} (${runs}) in ${met.length} of ${seeds.length} seeds | ${proof.toFixed(0)} |`);
  }
  const longer = quick ? 3 : 100;
  console.log(`\n| handler | schedules | share seen by fast-check in the time of the proof | in ${longer} times that |\n|---|---|---|---|`);
  for (const subject of subjects.filter(({ handler }) => handler === "fixed")) {
    const simulation = await simulationOf(subject);
    const exploration = explore(simulation, { crashMap: false });
    const { proof } = await prove(subject, rounds);
    const shares = [];
    for (const times of [1, longer]) {
      const { names } = await schedulesSeen(simulation, proof * times, 1);
      const outside = [...names].filter((schedule) => exploration.numbering.numberOf(schedule.split(".")) === null).length;
      if (outside > 0) console.log(`${outside} schedules of fast-check are not among those of the proof!`);
      shares.push(`${((100 * names.size) / Number(exploration.schedules)).toPrecision(2)} % (${names.size})`);
    }
    console.log(`| ${subject.scenario}, ${subject.handler} | ${exploration.schedules} | ${shares.join(" | ")} |`);
  }
}
