import next from "eslint-config-next/core-web-vitals";
import typescript from "eslint-config-next/typescript";
import { defineConfig, globalIgnores } from "eslint/config";
import { importDirections } from "./scripts/lint/import-directions.mjs";
import { houseRules, serverPackagesPattern } from "./scripts/lint/house-rules.mjs";

const code = "**/*.{ts,tsx,mts,mjs}";
const tests = ["**/*.test.{ts,tsx}", "**/testing/**"];

/** Adapters of the coordinator to a host: the only part of it that may know Node, a browser or a database driver. */
const coordinatorAdapters = ["lib/coordinator/stores/{redis,postgres}/**", "lib/coordinator/http/**", "lib/coordinator/platform/**"];

export default defineConfig(
  globalIgnores([".next*/**", ".data/**", "generated/**", "public/**", "content/**", "test-results/**", "playwright-report/**", "next-env.d.ts"]),
  next,
  typescript,
  {
    files: [code],
    plugins: { house: houseRules },
    linterOptions: { noInlineConfig: true, reportUnusedInlineConfigs: "error" },
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
      "@typescript-eslint/no-unused-expressions": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
      "import/no-anonymous-default-export": "off",
      "import/no-restricted-paths": ["error", { zones: importDirections }],
      "house/light-client": "error",
      "no-restricted-syntax": ["error", ...noBarrels(), ...onePrismaClient()],
    },
  },
  {
    // No React here: `use…` is an ordinary name, and `module` too.
    files: ["{bench,e2e,lib,scripts}/**/*.{ts,mts,mjs}", "**/*.test.ts"],
    rules: { "react-hooks/rules-of-hooks": "off", "@next/next/no-assign-module-variable": "off" },
  },
  {
    files: ["lib/db.ts"],
    rules: { "no-restricted-syntax": ["error", ...noBarrels()] },
  },
  {
    files: ["lib/coordinator/**/*.ts"],
    ignores: [...tests, ...coordinatorAdapters, "lib/coordinator/conformance/mortal-process.ts"],
    rules: {
      "house/only-ecmascript": "error",
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^[^.]", message: "The core of the coordinator depends on nothing. Pass it in." }] },
      ],
    },
  },
  {
    files: ["lib/simulator/**/*.ts"],
    ignores: tests,
    rules: {
      "house/only-ecmascript": "error",
      "import/no-nodejs-modules": "error",
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(react|react-dom|next|server-only|pg|redis|ioredis|prisma|@prisma|node:)([/-]|$)|^node:",
              message: "The simulator knows no framework, database or host. Pass what it needs in.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["components/**/*.{ts,tsx}", "lib/outbox/**/*.ts", "lib/theme.ts", "lib/locale.ts"],
    ignores: tests,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: serverPackagesPattern,
              message: "Most of this reaches the browser. Do this work on the server and hand the result in as data.",
            },
          ],
        },
      ],
    },
  },
);

function noBarrels() {
  const message = "No barrels: import from the file that defines it.";
  return [
    { selector: "ExportAllDeclaration", message },
    { selector: "ExportNamedDeclaration[source]", message },
  ];
}

function onePrismaClient() {
  const message = "Only lib/db.ts creates a Prisma client: call `database()`.";
  return [
    { selector: "NewExpression[callee.name='PrismaClient']", message },
    { selector: "NewExpression[callee.property.name='PrismaClient']", message },
    {
      selector:
        "ImportDeclaration[importKind!='type'] > ImportSpecifier[importKind!='type'][imported.name='PrismaClient']",
      message,
    },
  ];
}
