import "server-only";
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Limits } from "@/lib/simulator/explore/explore";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { proverAnswerSchema, type ProverAnswer } from "@/lib/progress/proofs/prover-answer";

/** What the process gets to do. */
export interface ProverJob {
  setup: EngineSetup;
  files: { realm: string; quickjs: string };
  limits: Partial<Limits>;
}

export interface ProverLimits {
  /** From the start of the process to its end. */
  milliseconds: number;
  /** Heap of the process, without the fixed memory that handlers run in. */
  megabytes: number;
}

/** For the largest proof and the slowest machine. */
export const proverLimits: ProverLimits = { milliseconds: 60_000, megabytes: 512 };

/** A proof within a lesson's bounds takes about a second, the start of the process included. */
export const shortLimits: ProverLimits = { ...proverLimits, milliseconds: 4_000 };

/** The search stops by itself before its process is ended, so that it can say what it has seen. */
const shareOfTheSearch = 0.8;
const bytesPerMegabyte = 1024 * 1024;

/** An answer has some hundred bytes; whatever writes more is no answer. */
const longestOutput = 64 * 1024;

const project = process.cwd();
const program = join(project, "generated", "prover.js");
const files = { realm: join(project, "public", "engine", "realm.js"), quickjs: join(project, "public", "engine", "quickjs.wasm") };

/**
 * Runs a proof in a process of its own: whatever the code in it does, this process goes on. It gets no environment, no
 * connection, a low priority, and is ended with SIGKILL when its time is over.
 *
 * @throws when no process can be started: then nothing is known about the proof, and it may be tried again
 */
export function prove(setup: EngineSetup, limits: ProverLimits = proverLimits): Promise<ProverAnswer> {
  const job: ProverJob = {
    setup,
    files,
    limits: { milliseconds: limits.milliseconds * shareOfTheSearch, bytes: limits.megabytes * bytesPerMegabyte * shareOfTheSearch },
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${limits.megabytes}`, program], {
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let [output, complaint, isLate] = ["", "", false];
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, limits.milliseconds);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("spawn", () => {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    });
    // A process that ends before it has read its job: what matters is said when it closes.
    child.stdin.on("error", () => {});
    // It stays open: its end tells the process that this one is gone.
    child.stdin.write(`${JSON.stringify(job)}\n`);
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      if (output.length > longestOutput) child.kill("SIGKILL");
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => (complaint = (complaint + part).slice(-longestOutput)));
    child.once("close", () => {
      clearTimeout(timer);
      if (isLate) return resolve({ kind: "ended", why: "time" });
      const answer = readAnswer(output);
      if (answer) return resolve(answer);
      if (/heap out of memory|allocation failed/i.test(complaint)) return resolve({ kind: "ended", why: "memory" });
      console.error("A proof could not be run:", complaint.trim());
      resolve({ kind: "ended", why: "broken" });
    });
  });
}

function readAnswer(output: string): ProverAnswer | null {
  try {
    return proverAnswerSchema.safeParse(JSON.parse(output)).data ?? null;
  } catch {
    return null;
  }
}
