import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Servers } from "./lane";

const require = createRequire(import.meta.url);

/** The version of a package that is installed, whatever of itself it exports. */
function packageVersion(name: string): string {
  for (let folder = dirname(require.resolve(name)); ; folder = dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: string; version?: string };
      if (found.name === name) return found.version ?? "";
    } catch {
      if (folder === dirname(folder)) return "";
    }
  }
}

/** Of all servers and clients of a check, by name. */
export function versionsOf({ postgres, redis }: Servers, rabbit: string | null): Record<string, string> {
  const clients = Object.fromEntries(["pg", "redis", "stripe", "amqplib"].map((name) => [name, packageVersion(name)]));
  return {
    Node: process.versions.node,
    PostgreSQL: postgres.version,
    Redis: redis.version,
    ...(rabbit === null ? {} : { RabbitMQ: rabbit }),
    ...clients,
  };
}
