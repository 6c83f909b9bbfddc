import { initialDatabase, emptyDatabase } from "../world/database/initial";
import type { Tables } from "../world/database/statement";
import type { Problems, ScenarioSource } from "./load";
import { databaseEffect, type HandlerDeclaration } from "./scenario";
import type { ScenarioFile } from "./schema";

/** Each handler with the tables as it finds them: the setup of the scenario, and its own after that. */
export function readHandlers(file: ScenarioFile, source: ScenarioSource, problems: Problems): HandlerDeclaration[] {
  const [firstRole] = file.processes;
  return Object.entries(file.handlers).map(([name, handler]) => {
    let tables: Tables = {};
    let { rows, sequences } = emptyDatabase({});
    const base = file.parts.database?.setup;
    const own = handler.setup;
    if (base !== undefined) {
      try {
        const database = initialDatabase(base, source.parseSql);
        ({ tables } = database);
        ({ rows, sequences } = database.state);
        try {
          if (own !== undefined) {
            const changed = initialDatabase(`${base};\n${own}`, source.parseSql);
            ({ tables } = changed);
            ({ rows, sequences } = changed.state);
          }
        } catch (error) {
          problems.addSql(["handlers", name, "setup"], error);
        }
      } catch (error) {
        problems.addSql(["parts", "database", "setup"], error);
      }
    } else if (own !== undefined) {
      problems.add(
        ["handlers", name, "setup"],
        `\`${name}\` has a setup, but the scenario has no database`,
        "add the part database",
      );
    }
    return {
      name,
      file: `handlers/${name}.ts`,
      role: handler.role ?? firstRole?.role ?? "",
      title: handler.title,
      tables: countingUpdates(file, tables),
      rows,
      ...(sequences ? { sequences } : {}),
      ...(own === undefined ? {} : { migration: own }),
    };
  });
}

/** The tables whose UPDATEs are counted say so. */
function countingUpdates(file: ScenarioFile, tables: Tables): Tables {
  const counted = Object.values(file.effects)
    .map(databaseEffect)
    .filter((effect) => effect?.counts === "updates");
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      counted.some((effect) => effect?.table === name) ? { ...table, countsUpdates: true as const } : table,
    ]),
  );
}

/** Effects in the database are counted in a table that every handler finds, by a column that it has. */
export function checkDatabaseEffects(file: ScenarioFile, handlers: readonly HandlerDeclaration[], problems: Problems): void {
  for (const [name, effect] of Object.entries(file.effects)) {
    const counted = databaseEffect(effect);
    if (!counted || !file.parts.database || handlers.length === 0) continue;
    const table = handlers.map(({ tables }) => tables[counted.table]).find((found) => found !== undefined);
    const column = effect.column ?? effect.per;
    if (!table) problems.add(["effects", name, "of"], `there is no table \`${counted.table}\``, "create it in the setup");
    else if (!table.columns.some((candidate) => candidate.name === column))
      problems.add(
        ["effects", name, effect.column === undefined ? "per" : "column"],
        `the table \`${counted.table}\` has no column \`${column}\``,
        `use ${table.columns.map((candidate) => candidate.name).join(", ")}`,
      );
  }
}
