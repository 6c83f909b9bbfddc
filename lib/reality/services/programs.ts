import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findProgram } from "@/scripts/support/programs.mjs";

/** A server program that npm cannot bring, and where Debian puts it. */
export interface ServerProgram {
  name: string;
  debianPackage: string;
  /** Where it lies when the PATH does not say. */
  places: readonly string[];
}

export const redisProgram: ServerProgram = { name: "redis-server", debianPackage: "redis-server", places: [] };

export const rabbitProgram: ServerProgram = {
  name: "rabbitmq-server",
  debianPackage: "rabbitmq-server",
  // The one in sbin is a wrapper that changes the user; this one runs as whoever starts it.
  places: ["/usr/lib/rabbitmq/bin/rabbitmq-server"],
};

/** A server that cannot be had here. The message says how to install it. */
export class MissingProgram extends Error {}

/**
 * The path of a program, installed with apt-get where that can be done: on Debian, as root.
 * @throws MissingProgram with the line to type
 */
export function serverProgram(program: ServerProgram, say: (line: string) => void): string {
  const found = pathOf(program);
  if (found !== null) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    say(`Installing ${program.debianPackage} with apt-get`);
    install(program.debianPackage);
    const installed = pathOf(program);
    if (installed !== null) return installed;
  }
  throw new MissingProgram(
    `The check needs ${program.name}, and it is not here. On Debian: sudo apt-get install ${program.debianPackage}`,
  );
}

function pathOf({ name, places }: ServerProgram): string | null {
  return places.find((place) => existsSync(place)) ?? findProgram([name]);
}

function install(debianPackage: string): void {
  // A policy that refuses every start: the package must not leave a server of its own running.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const args of [["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", debianPackage]])
    spawnSync("apt-get", args, { stdio: "ignore", env });
}
