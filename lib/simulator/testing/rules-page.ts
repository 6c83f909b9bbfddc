import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** One rule of `docs/rules.md`. */
export interface DocumentedRule {
  id: string;
  /** All cells of its row, in their order: id, rule, source, test, mutation. */
  cells: readonly string[];
  tests: readonly Named[];
  mutations: readonly Named[];
}

/** A name and the file that has to declare it, from the root of the project. */
export interface Named {
  name: string;
  file: string;
}

/** The rules of a page with the folder it lies in: every row of a table that begins with an id in backquotes. */
export function rulesOf(page: string, folder: string): DocumentedRule[] {
  return [...page.matchAll(/^\| `([^`]+)` \|.*\|$/gm)].map(([row, id = ""]) => {
    const cells = row.slice(1, -1).split("|").map((cell) => cell.trim());
    const linked = (cell = "") =>
      [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, name = "", file = ""]) => ({ name, file: join(folder, file) }));
    return { id, cells, tests: linked(cells[3]), mutations: linked(cells[4]) };
  });
}

/** What a file of tests declares. */
export interface Declared {
  tests: ReadonlySet<string>;
  /** Mutants by name, each with the fact that has to fail for it; null where it is not told by name. */
  mutants: ReadonlyMap<string, string | null>;
}

/** Objects whose members are facts, each of them a test by its own name. */
const factTables = ["facts", "rules", "statementRules", "transactionRules"];
/** Arrays of mutants: an object with a name or a class, or a tuple that begins with the name. */
const mutantTables = ["mutants", "brokenStores"];

/** Reads what a file declares without running it. */
export function declaredIn(file: string): Declared {
  const tests = new Set<string>();
  const mutants = new Map<string, string | null>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const value = bare(node.initializer);
      if (factTables.includes(node.name.text) && ts.isObjectLiteralExpression(value))
        for (const { name } of value.properties) if (name && ts.isIdentifier(name)) tests.add(name.text);
      if (mutantTables.includes(node.name.text) && ts.isArrayLiteralExpression(value))
        for (const element of value.elements) mutants.set(...mutantOf(element));
    }
    if (ts.isCallExpression(node) && /^(it|describe)\b/.test(node.expression.getText()) && node.arguments[0])
      if (ts.isStringLiteralLike(node.arguments[0])) tests.add(node.arguments[0].text);
    // A case of the conformance suite is an object with a title.
    if (ts.isPropertyAssignment(node) && node.name.getText() === "title" && ts.isStringLiteralLike(node.initializer))
      tests.add(node.initializer.text);
    // The rules of the database are declared beside the code that plays them.
    if (ts.isImportDeclaration(node) && /\b(statement|transaction)Rules\b/.test(node.getText()) && ts.isStringLiteral(node.moduleSpecifier))
      for (const name of declaredIn(join(dirname(file), `${node.moduleSpecifier.text}.ts`)).tests) tests.add(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  const proved = [...mutants].map(([name, fails]) => [name, fails !== null && tests.has(fails) ? fails : null] as const);
  return { tests, mutants: new Map(proved) };
}

function bare(expression: ts.Expression): ts.Expression {
  return ts.isSatisfiesExpression(expression) || ts.isAsExpression(expression) ? bare(expression.expression) : expression;
}

/** Name of a mutant, and what it names next: the fact that has to fail for it, or something else. */
function mutantOf(mutant: ts.Expression): [name: string, fails: string | null] {
  if (ts.isArrayLiteralExpression(mutant)) {
    const [name, fails] = mutant.elements;
    if (name && ts.isStringLiteralLike(name)) return [name.text, fails && ts.isStringLiteralLike(fails) ? fails.text : null];
  }
  if (ts.isObjectLiteralExpression(mutant)) {
    const member = (wanted: string) => {
      const value = mutant.properties.find((property) => property.name?.getText() === wanted);
      if (!value || !ts.isPropertyAssignment(value)) return null;
      return ts.isStringLiteralLike(value.initializer) ? value.initializer.text : value.initializer.getText();
    };
    const name = member("name") ?? member("make");
    if (name !== null) return [name, member("fails")];
  }
  throw new Error(`a mutant without a name: ${mutant.getText().slice(0, 80)}`);
}

/** All files of the simulator and of the coordinator that declare mutants, from the root of the project. */
export function filesWithMutants(): string[] {
  const all = ["lib/simulator", "lib/coordinator"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  return all
    .filter((file) => /\.test\.ts$|\/broken-stores\.ts$/.test(file))
    .filter((file) => /const (mutants|brokenStores)\b/.test(readFileSync(file, "utf8")))
    .sort();
}
