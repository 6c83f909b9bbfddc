/**
 * Who may import whom, as zones for `import/no-restricted-paths`: files in `target` must not import files in `from`,
 * apart from those in `except` (paths relative to `from`). Types count as imports.
 *
 * @typedef {object} Zone
 * @property {string | string[]} target
 * @property {string | string[]} from
 * @property {string[]} [except]
 * @property {string} message
 */

/** Everything that is not test code: tests may look behind every wall. */
const notTests = "!(*.test).{ts,tsx}";

/**
 * All files of a folder, tests left out.
 *
 * @param {string} folder
 */
function filesOf(folder) {
  return `./${folder}/**/${notTests}`;
}

/** @type {Zone[]} */
export const importDirections = [
  {
    target: "./{bench,components,lib,scripts,e2e}/**/*",
    from: "./app",
    message: "Nothing imports app: move what is shared to lib or components.",
  },
  {
    target: [filesOf("lib/coordinator")],
    from: ".",
    except: ["./lib/coordinator", "./node_modules", "./lib/testing"],
    message: "lib/coordinator imports nothing from the project.",
  },
  {
    // Its helpers for tests, in testing/, look behind walls as tests do.
    target: [`./lib/simulator/${notTests}`, `./lib/simulator/!(testing)/**/${notTests}`],
    from: ".",
    except: ["./lib/coordinator", "./lib/simulator", "./lib/locale.ts", "./node_modules"],
    message: "lib/simulator imports only lib/coordinator, lib/locale and itself.",
  },
  {
    target: [filesOf("lib")],
    from: "./components",
    message: "lib does not render: hand data to components.",
  },
  {
    target: [filesOf("components"), filesOf("lib/outbox")],
    from: "./lib",
    except: [
      // Types and pure functions, the same on both sides.
      "./content/compiled.ts",
      "./content/author/contract.ts",
      "./content/shuffle.ts",
      "./progress/contract.ts",
      "./progress/proofs/contract.ts",
      "./search/contract.ts",
      "./locale.ts",
      "./theme.ts",
      "./i18n.ts",
      "./outbox",
      "./simulator",
      "./coordinator",
    ],
    message: "Components get data from pages. The database, the identity and the answer keys stay on the server.",
  },
  {
    target: [filesOf("components"), filesOf("app")],
    from: "./generated",
    message: "Rows of the database and compiled content are read in lib only.",
  },
];
