import { readFileSync } from "node:fs";
import { loadModule, parseSync } from "libpg-query";
import { exploreInTurns } from "@/lib/simulator/explore/explore";
import { proofOf } from "@/lib/simulator/explore/proof";
import type { Words } from "@/lib/simulator/plain";
import type { Executor } from "@/lib/simulator/process/executor";
import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";
import { createSimulation, HandlerRefused } from "@/lib/simulator/run/simulation";
import { worldsOfProof } from "@/lib/simulator/scenario/worlds";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { describeRefusal } from "@/lib/simulator/words/say";
import type { SqlParser } from "@/lib/simulator/world/database/parse-tree";
import type { ProverAnswer } from "./prover-answer";
import type { ProverJob } from "./prover";

/**
 * A process of its own for one proof: a job as a line of JSON on standard input, a `ProverAnswer` as JSON on standard
 * output. What a learner wrote runs inside QuickJS and sees none of this. Bundled to `generated/prover.js`.
 */
const { setup, files, limits } = JSON.parse(await firstLine()) as ProverJob;

/** Nobody waits for the answer of a server that is gone: its end closes the input, and this process goes, too. */
async function firstLine(): Promise<string> {
  let line = "";
  process.stdin.setEncoding("utf8").once("end", () => process.exit(1));
  return new Promise((resolve) => {
    process.stdin.on("data", (part: string) => {
      line += part;
      if (line.endsWith("\n")) resolve(line);
    });
  });
}

/** The first circumstances in which the handler does not hold decide; otherwise the scenario itself, which comes last. */
async function answer(): Promise<ProverAnswer> {
  await loadModule();
  const executor = await createQuickJsExecutor({
    realm: readFileSync(files.realm, "utf8"),
    wasm: await WebAssembly.compile(readFileSync(files.quickjs)),
  });
  const parseSql: SqlParser = (sql) => parseSync(sql) as unknown as ReturnType<SqlParser>;
  let last: ProverAnswer = { kind: "ended", why: "broken" };
  for (const { title, setup: world } of worldsOfProof(setup)) {
    last = await answerIn(world, title, executor, parseSql);
    if (last.kind !== "proved" || last.verdict !== "ok") return last;
  }
  return last;
}

async function answerIn(world: EngineSetup, title: Words | null, executor: Executor, parseSql: SqlParser): Promise<ProverAnswer> {
  try {
    const exploration = await exploreInTurns(createSimulation({ ...world, executor, parseSql }), {
      crashMap: false,
      limits,
      now: () => performance.now(),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const { refusal, stopped, verdict, schedules, states } = exploration;
    if (refusal) return { kind: "refused", sentence: describeRefusal(refusal.refusal) };
    const proof = proofOf(exploration);
    const [ru, en] = [title ? `${title.ru}. ${proof.ru}` : proof.ru, title ? `${title.en}. ${proof.en}` : proof.en];
    if (stopped !== null || verdict === null) return { kind: "partial", sentence: { ru, en } };
    return { kind: "proved", verdict, schedules: schedules === null ? null : String(schedules), states, sentence: { ru, en } };
  } catch (error) {
    if (error instanceof HandlerRefused) return { kind: "refused", sentence: describeRefusal(error.refusal) };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await answer()), () => process.exit(0));
