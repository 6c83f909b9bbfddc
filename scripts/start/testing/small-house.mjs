/**
 * The real start with small programs in place of npm, Prisma and Next. Every program writes its name to `.ran.log`.
 * `node small-house.mjs FOLDER MODE [SLOW…]`: programs named as slow never end.
 */
import { fileURLToPath } from "node:url";
import { startHouse } from "../run.mjs";

const [root = "", mode, ...slow] = process.argv.slice(2);
const program = fileURLToPath(new URL("./small-program.mjs", import.meta.url));

/** @param {string} name */
const small = (name) => [process.execPath, program, name, slow.includes(name) ? "slow" : "quick"];

await startHouse({
  mode: mode === "development" ? mode : "production",
  root,
  commands: {
    install: small("install"),
    installTolerantly: small("install-tolerantly"),
    generate: small("generate"),
    migrate: small("migrate"),
    compileContent: small("compile-content"),
    compileDrafts: small("compile-drafts"),
    watchContent: small("watch-content"),
    build: small("build"),
    serve: (port) => [...small("serve"), String(port)],
    develop: (port) => [...small("serve"), String(port)],
  },
});
