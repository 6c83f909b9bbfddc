import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";

const [name = "", speed, port] = process.argv.slice(2);
appendFileSync(".ran.log", `${name} ${process.pid}\n`);

if (existsSync(`${name}.fails`)) {
  console.error(readFileSync(`${name}.fails`, "utf8"));
  process.exit(1);
}
if (speed === "slow") {
  // With a helper of its own, like npm and Next.
  const helper = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  appendFileSync(".ran.log", `${name}-helper ${helper.pid}\n`);
  setInterval(() => {}, 1000);
} else if (name === "install" || name === "install-tolerantly") {
  mkdirSync("node_modules", { recursive: true });
  writeFileSync("node_modules/.package-lock.json", readFileSync("package-lock.json"));
} else if (name === "generate") mkdirSync("generated/prisma", { recursive: true });
else if (name === "compile-content") mkdirSync("generated/content", { recursive: true });
else if (name === "build") {
  mkdirSync(".next", { recursive: true });
  writeFileSync(".next/BUILD_ID", "small");
} else if (name === "serve") {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  pool.on("error", () => {});
  await pool.query("CREATE TABLE IF NOT EXISTS visit (at timestamptz DEFAULT now())");
  // Every request is a visit; the answer is how many there have been.
  createServer(async (_, response) => {
    try {
      await pool.query("INSERT INTO visit DEFAULT VALUES");
      const { rows } = await pool.query("SELECT count(*)::int AS visits FROM visit");
      response.end(String(rows[0].visits));
    } catch {
      response.writeHead(503).end();
    }
  }).listen(Number(port));
}
