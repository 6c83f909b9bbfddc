import { runInNewContext } from "node:vm";

/** What JavaScript itself defines, without a browser or Node around it. */
const ecmaScriptNames = new Set([
  ...runInNewContext("Object.getOwnPropertyNames(globalThis)").filter((/** @type {string} */ name) => name !== "console"),
  "arguments",
  "undefined",
]);

/**
 * Code that also runs in the sandbox of the simulator may use nothing that only a browser or Node has: time, random
 * numbers and everything else from outside are passed in.
 *
 * @type {import("eslint").Rule.RuleModule}
 */
const onlyEcmaScript = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      host: "`{{name}}` belongs to the browser or Node. This code runs in every environment: pass it in.",
      source: "`{{name}}` gives another answer at every run. Pass a clock or a source of random numbers in.",
    },
  },
  create: (context) => ({
    "Program:exit"(node) {
      for (const reference of globalReferences(context.sourceCode.getScope(node))) {
        const { identifier } = reference;
        const { name } = identifier;
        // Types exist while compiling only. The parser of TypeScript tells them apart.
        if ("isValueReference" in reference && reference.isValueReference === false) continue;
        if (!ecmaScriptNames.has(name)) context.report({ node: identifier, messageId: "host", data: { name } });
      }
    },
    "MemberExpression[object.name='Math'][property.name='random']": (/** @type {import("estree").Node} */ node) =>
      context.report({ node, messageId: "source", data: { name: "Math.random" } }),
    "MemberExpression[object.name='Date'][property.name='now']": (/** @type {import("estree").Node} */ node) =>
      context.report({ node, messageId: "source", data: { name: "Date.now" } }),
    "NewExpression[callee.name='Date'][arguments.length=0]": (/** @type {import("estree").Node} */ node) =>
      context.report({ node, messageId: "source", data: { name: "new Date()" } }),
  }),
};

/**
 * References to names that no code of the file declares, whether or not some configuration calls them known.
 *
 * @param {import("eslint").Scope.Scope} scope of the whole file
 */
function globalReferences(scope) {
  const declaredElsewhere = scope.variables.filter(({ defs }) => defs.length === 0);
  return [...scope.through, ...declaredElsewhere.flatMap(({ references }) => references)];
}

/** Too heavy for the browser, or a way around the rule that text arrives there as plain data. */
const serverPackages = /^(zod|yaml|use-intl|unified|remark|rehype|mdast|micromark|acorn|pg|@prisma)([-/]|$)/;

/** @type {import("eslint").Rule.RuleModule} */
const lightClient = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      heavy: "`{{name}}` would be sent to every browser. Do this work on the server and hand the result in as data.",
    },
  },
  create: (context) => ({
    ImportDeclaration(node) {
      const name = String(node.source.value);
      const onlyTypes = "importKind" in node && node.importKind === "type";
      const isClient = context.sourceCode.ast.body.some(
        (statement) => "directive" in statement && statement.directive === "use client",
      );
      if (isClient && !onlyTypes && (serverPackages.test(name) || name === "@/lib/i18n")) {
        context.report({ node, messageId: "heavy", data: { name } });
      }
    },
  }),
};

/** Rules of this project that no published plugin has. */
export const houseRules = { rules: { "only-ecmascript": onlyEcmaScript, "light-client": lightClient } };

/** For folders whose modules are imported by client components without saying "use client" themselves. */
export const serverPackagesPattern = serverPackages.source;
