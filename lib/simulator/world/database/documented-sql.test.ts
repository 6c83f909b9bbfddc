import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { modelledFaults, profileValues } from "../../scenario/scenario";
import { SqlRefused } from "./parse-tree";
import { readSchema } from "./read-schema";
import { readStatement } from "./read-statement";

/** The page says what the simulator knows; the code is asked whether that is so. */
const page = readFileSync("docs/simulator.md", "utf8");

function block(name: string): string[] {
  const [, text = ""] = new RegExp(`\`\`\`sql ${name}\\n([^]*?)\`\`\``).exec(page) ?? [];
  return text.trim().split("\n");
}

const { tables } = readSchema("CREATE TABLE orders (id text PRIMARY KEY, status text, amount int)", parseSql);

describe("docs/simulator.md", () => {
  it.each(block("known"))("knows %s", (sql) => {
    expect(() => readStatement(sql, tables, parseSql)).not.toThrow();
  });

  it.each(block("refused"))("refuses %s", (sql) => {
    expect(() => readStatement(sql, tables, parseSql)).toThrow(
      expect.objectContaining({ name: SqlRefused.name, reason: "unsupported" }) as Error,
    );
  });

  it("shows every kind of statement and of expression that there is", () => {
    const shown = new Set<string>();
    JSON.stringify(
      block("known").map((sql) => readStatement(sql, tables, parseSql)),
      (key, value: unknown) => {
        const telling = ["kind", "compare", "arithmetic", "lock", "aggregate", "function", "isolation"].includes(key) ? `${key} ${String(value)}` : key;
        if (!/^\d*$/.test(telling)) shown.add(telling);
        return value;
      },
    );
    const all = [
      ...["begin", "set-transaction", "commit", "rollback", "savepoint", "release", "rollback-to"].map((kind) => `kind ${kind}`),
      ...["call", "select", "insert", "update", "delete"].map((kind) => `kind ${kind}`),
      ...["read committed", "repeatable read", "serializable"].map((level) => `isolation ${level}`),
      ...["lock", "unlock", "xact_lock"].map((name) => `function pg_advisory_${name}`),
      ...["lock", "xact_lock"].map((name) => `function pg_try_advisory_${name}`),
      ...["nextval", "currval"].map((name) => `function ${name}`),
      ...["=", "<>", "<", "<=", ">", ">="].map((sign) => `compare ${sign}`),
      ...["+", "-", "*", "/", "%"].map((sign) => `arithmetic ${sign}`),
      ...["none", "wait", "skip", "fail"].map((lock) => `lock ${lock}`),
      ...["count", "sum", "min", "max"].map((name) => `aggregate ${name}`),
      ..."sequence hashtext constant parameter column excluded concatenate all any not isNull coalesce cast".split(" "),
      ..."order limit onConflict update returning".split(" "),
    ];
    expect(all.filter((name) => !shown.has(name))).toEqual([]);
  });

  it("names every fault and every profile, and no other", () => {
    const [, faults = ""] = /^\| fault \|([^]*?)\n\n/m.exec(page) ?? [];
    const rows = [...faults.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...modelledFaults]);
    const flat = page.replace(/\s+/g, " ");
    const profiles = Object.entries(profileValues).map(
      ([name, values]) => `\`${name}\` (${values.map((value) => `\`${value}\``).join(", ")})`,
    );
    expect(flat).toContain(`Profiles, the default first: ${profiles.join(", ")}.`);
  });
});
