import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { executorNames, firstLife, handler, letHandlersForgetPromises, message, program } from "../testing/executors";
import { handlerSource, nextEntry } from "../testing/generated-handlers";
import type { HistoryEntry, Snapshot } from "./history";

letHandlersForgetPromises();

/** How much of everything: a good look, or a long one. */
const effort = process.env.TEST_LONG ? 20 : 1;

/** Engines word their own errors differently; everything else must be equal. */
function comparable(snapshot: Snapshot): unknown {
  const { thrown, refusal } = snapshot;
  return {
    ...snapshot,
    thrown: thrown && { name: thrown.name, line: thrown.line },
    refusal: refusal && { code: refusal.code, line: refusal.line },
  };
}

/** Walks down one branch of the tree in both executors and compares every node on the way. Returns how far it came. */
async function walk(source: string, numbers: readonly number[], depth: number): Promise<number> {
  const programs = await Promise.all(executorNames.map((name) => program(name, source)));
  const sessions = programs.map((loaded) => loaded.start(firstLife));
  const [first, second] = sessions;
  if (!first || !second) throw new Error("two executors expected");
  let used = 0;
  /** As a simulation hands messages to a handler that names the count. */
  const counted = (entry: HistoryEntry): HistoryEntry =>
    "message" in entry && programs[0]?.handler.readsReceiveCount ? { message: { ...entry.message, receiveCount: 1 } } : entry;
  const next = () => numbers[used++ % numbers.length] ?? 0;
  for (let length = 0; ; length++) {
    const expected = first.snapshot();
    expect(comparable(second.snapshot())).toEqual(comparable(expected));
    const given = length < depth ? nextEntry(expected, next) : null;
    if (!given) return length;
    const entry = counted(given);
    sessions.forEach(
      (session) => void ("message" in entry ? session.deliver(entry) : session.answer(entry.reply, entry)),
    );
  }
}

const shippedHandlers = readdirSync("content/scenarios", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(`content/scenarios/${name}/handlers`)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `content/scenarios/${name}/handlers/${file}`),
  );

describe("both executors unfold the same tree", () => {
  // All of them in the long run: handlers of a scenario use the same means.
  it.each(shippedHandlers.filter((_, index) => process.env.TEST_LONG || index % 3 === 0))("%s", async (file) => {
    const source = readFileSync(file, "utf8");
    for (let seed = 1; seed <= effort; seed++) {
      const numbers = Array.from({ length: 40 }, (_, index) => (seed * 7919 + index * index * 104729) % 97);
      expect(await walk(source, numbers, 14)).toBe(14);
    }
  });

  it("generated handlers", async () => {
    await fc.assert(
      fc.asyncProperty(
        handlerSource,
        fc.array(fc.nat({ max: 96 }), { minLength: 20, maxLength: 40 }),
        async (source, numbers) => {
          await walk(source, numbers, 16);
        },
      ),
      { numRuns: 30 * effort },
    );
  }, 300_000);
});

it("a rejection that nobody handles changes nothing: neither executor, nor the program that runs it, ends over it", async () => {
  const source = handler(
    "Promise.reject(new Error('at once'));",
    "(async () => { await null; throw new Error('later'); })();",
    "stripe.charges.create({ amount: 1, currency: 'eur' });",
    "stripe.charges.create({ amount: 2, currency: 'eur' }).then(() => log('charged'));",
    "await ack();",
    "log('went on');",
  );
  const failed = { error: { name: "Error", message: "declined", fields: {} } };
  const [quickjs, native] = await Promise.all(
    executorNames.map(async (name) => {
      const snapshot = (await program(name, source)).replay(firstLife, [
        message,
        { reply: 0, ...failed },
        { reply: 1, ...failed },
        { reply: 2, value: null },
      ]);
      await new Promise((resolve) => setImmediate(resolve));
      return snapshot;
    }),
  );
  expect(native).toEqual(quickjs);
  expect(native).toMatchObject({ status: "idle", pending: [], thrown: null, log: [{ text: "went on" }] });
});

it("a rejection of the program itself still ends it", () => {
  const lines = [
    'import { nativeExecutor } from "@/lib/content/engine";',
    'import { compileHandler } from "@/lib/simulator/process/compile";',
    'const result = compileHandler("export default async () => { Promise.reject(new Error(\'of the handler\')); };");',
    'if ("refusal" in result) throw new Error("does not compile");',
    'const program = nativeExecutor().load(result.compiled, "message");',
    "program.replay({ ordinal: 0, incarnation: 1, readsBefore: 0 }, [{ message: { id: 'm1' } }]);",
    "await new Promise((resolve) => setTimeout(resolve, 20));",
    'console.log("went on");',
    'Promise.reject(new Error("of the program"));',
    'setTimeout(() => console.log("and on"), 20);',
  ];
  const folder = mkdtempSync("lib/simulator/process/.forgotten-");
  try {
    const file = join(folder, "program.mts");
    writeFileSync(file, lines.join("\n"));
    const tsx = ["node_modules/tsx/dist/cli.mjs", "--conditions=react-server", file];
    const { status, stdout, stderr } = spawnSync(process.execPath, tsx, { encoding: "utf8" });
    expect(stdout).toBe("went on\n");
    expect(stderr).toContain("Error: of the program");
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(executorNames)("%s", (name) => {
  it("runs the same history to the same snapshot, by replay and by a session", async () => {
    await fc.assert(
      fc.asyncProperty(
        handlerSource,
        fc.array(fc.nat({ max: 96 }), { minLength: 10, maxLength: 20 }),
        async (source, numbers) => {
          const loaded = await program(name, source);
          let used = 0;
          const session = loaded.start(firstLife);
          const snapshots = [session.snapshot()];
          const history: HistoryEntry[] = [];
          for (let depth = 0; depth < 10; depth++) {
            const entry = nextEntry(session.snapshot(), () => numbers[used++ % numbers.length] ?? 0);
            if (!entry) break;
            history.push(entry);
            snapshots.push("message" in entry ? session.deliver(entry) : session.answer(entry.reply, entry));
          }
          snapshots.forEach((snapshot, length) =>
            expect(loaded.replay(firstLife, history.slice(0, length))).toEqual(snapshot),
          );
        },
      ),
      { numRuns: 10 * effort },
    );
  }, 300_000);

  it("shows several pending calls of one process, with their lines", async () => {
    const source = handler(
      "await Promise.all([",
      "  stripe.charges.create({ amount: 1, currency: 'eur' }),",
      "  db.query('SELECT 1 FROM t'),",
      "]);",
      "await ack();",
    );
    const loaded = await program(name, source);
    const snapshot = loaded.replay(firstLife, [message]);
    expect(snapshot.pending.map(({ port, line }) => [port, line])).toEqual([
      ["stripe.charges.create", 3],
      ["db.query", 4],
    ]);
    const later = loaded.replay(firstLife, [
      message,
      { reply: 1, value: { rows: [], rowCount: 0 } },
      { reply: 0, value: { id: "ch_1" } },
    ]);
    expect(later.pending).toMatchObject([{ port: "ack", line: 6 }]);
  });

  it("leaves a call without await pending after the handler has ended", async () => {
    const loaded = await program(
      name,
      handler("stripe.charges.create({ amount: 1, currency: 'eur' });", "await ack();"),
    );
    const snapshot = loaded.replay(firstLife, [message, { reply: 1, value: null }]);
    expect(snapshot).toMatchObject({ status: "busy", pending: [{ port: "stripe.charges.create" }] });
  });

  it("issues a nack when the handler returns or throws without ack or nack", async () => {
    const returns = (await program(name, handler("log('bye');"))).replay(firstLife, [message]);
    expect(returns).toMatchObject({
      status: "busy",
      pending: [{ port: "nack", implicit: true, line: null }],
      thrown: null,
    });
    const throws = (await program(name, handler("throw new Error('bad');"))).replay(firstLife, [message]);
    expect(throws).toMatchObject({
      pending: [{ port: "nack", implicit: true }],
      thrown: { name: "Error", message: "bad", line: 2 },
    });
    const oddThrow = handler("throw { toString() { throw 1; } };");
    expect((await program(name, oddThrow)).replay(firstLife, [message])).toMatchObject({
      pending: [{ port: "nack", implicit: true }],
      thrown: { name: "thrown", message: "a value that is no text" },
    });
    const acks = (await program(name, handler("await ack();", "throw new Error('late');"))).replay(firstLife, [
      message,
      { reply: 0, value: null },
    ]);
    expect(acks).toMatchObject({ status: "idle", pending: [], thrown: { message: "late" } });
  });

  it("issues BEGIN, COMMIT and ROLLBACK around a transaction, as statements of their own", async () => {
    const source = handler(
      "await db.transaction(async (tx) => {",
      "  await tx.query('UPDATE t SET a = 1');",
      "});",
      "await ack();",
    );
    const loaded = await program(name, source);
    const done = { value: { rows: [], rowCount: null } };
    const failed = { error: { name: "error", message: "no", fields: { code: "23505", constraint: "t_pkey" } } };
    const sqlAfter = (...history: HistoryEntry[]) =>
      loaded.replay(firstLife, [message, ...history]).pending.map(({ args, port }) => args["sql"] ?? port);
    expect(sqlAfter()).toEqual(["BEGIN"]);
    expect(sqlAfter({ reply: 0, ...done })).toEqual(["UPDATE t SET a = 1"]);
    expect(sqlAfter({ reply: 0, ...done }, { reply: 1, ...done })).toEqual(["COMMIT"]);
    expect(sqlAfter({ reply: 0, ...done }, { reply: 1, ...done }, { reply: 2, ...done })).toEqual(["ack"]);
    expect(sqlAfter({ reply: 0, ...done }, { reply: 1, ...failed })).toEqual(["ROLLBACK"]);
    const after = loaded.replay(firstLife, [
      message,
      { reply: 0, ...done },
      { reply: 1, ...failed },
      { reply: 2, ...done },
    ]);
    expect(after).toMatchObject({ thrown: { name: "error", message: "no" }, pending: [{ port: "nack" }] });
  });

  it("keeps module state for the life of a process, and begins anew with each", async () => {
    const loaded = await program(name, `let seen = 0;\n${handler("seen++;", "log('seen', seen);", "await ack();")}`);
    const twice = loaded.replay(firstLife, [message, { reply: 0, value: null }, message]);
    expect(twice.log.map(({ text }) => text)).toEqual(["seen 1", "seen 2"]);
    expect(loaded.replay(firstLife, [message]).log.map(({ text }) => text)).toEqual(["seen 1"]);
  });

  it("gives the clock and random values that differ between reads, processes and lives, and never between runs", async () => {
    const loaded = await program(
      name,
      handler("log(clock.now(), random.uuid(), clock.now(), random.uuid());", "await ack();"),
    );
    const read = (ordinal: number, incarnation: number, readsBefore = 0) =>
      (loaded.replay({ ordinal, incarnation, readsBefore }, [message]).log[0]?.text ?? "").split(" ");
    const values = [read(0, 1), read(1, 1), read(0, 2), read(0, 1, 4), read(3, 7)].flat();
    expect(new Set(values).size).toBe(values.length);
    expect(read(0, 1)).toEqual(read(0, 1));
    expect(values[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(loaded.replay(firstLife, [message]).reads).toBe(4);
  });

  it("hands each run copies: what a handler does to a reply or a message does not reach another run", async () => {
    const loaded = await program(
      name,
      handler(
        "const reply = await db.query('SELECT 1 FROM t');",
        "log(reply.rows.length, msg.amount);",
        "reply.rows.push(1); msg.amount = 0;",
        "await ack();",
      ),
    );
    const rows: number[] = [];
    const history: HistoryEntry[] = [message, { reply: 0, value: { rows, rowCount: 0 } }];
    const first = loaded.replay(firstLife, history);
    expect(loaded.replay(firstLife, history)).toEqual(first);
    expect(first.log[0]?.text).toBe("0 4200");
    expect(rows).toEqual([]);
  });

  it("copies arguments at the moment of the call", async () => {
    const loaded = await program(
      name,
      handler(
        "const params = { amount: 1, currency: 'eur' };",
        "stripe.charges.create(params);",
        "params.amount = 2;",
        "await ack();",
      ),
    );
    expect(loaded.replay(firstLife, [message]).pending[0]?.args).toMatchObject({ params: { amount: 1 } });
  });

  it.each([
    ["Array.prototype.map = () => { throw 1; };"],
    ["Object.prototype.toJSON = () => 'hacked';"],
    ["JSON.stringify = () => '{}';"],
    ["Promise.prototype.then = () => {};"],
    ["Object.defineProperty(Function.prototype, 'call', { value: null });"],
    ["Error.prototype.toString = null; Object.setPrototypeOf(Array.prototype, null);"],
    ["(async () => {}).constructor.prototype.x = 1;"],
  ])("survives tampering with the built-ins: %s", async (line) => {
    const loaded = await program(
      name,
      handler(
        "try {",
        line,
        "} catch (error) { log(error.name); }",
        "await stripe.charges.create({ amount: 7, currency: 'eur' });",
        "await ack();",
      ),
    );
    const snapshot = loaded.replay(firstLife, [message]);
    expect(snapshot.pending).toMatchObject([
      { port: "stripe.charges.create", args: { params: { amount: 7, currency: "eur" } }, line: 5 },
    ]);
    expect(loaded.replay(firstLife, [message, { reply: 0, value: { id: "ch_1" } }]).pending).toMatchObject([
      { port: "ack" },
    ]);
  });

  it("still lets a handler give its own objects names and methods that the built-ins have", async () => {
    const lines = [
      "class Refused extends Error { constructor(text) { super(text); this.name = 'Refused'; } }",
      "const plain = {}; plain.toString = () => 'mine'; plain.constructor = 3;",
      "log(String(plain), plain.constructor);",
      "throw new Refused('own');",
    ];
    const snapshot = (await program(name, handler(...lines))).replay(firstLife, [message]);
    expect(snapshot).toMatchObject({ thrown: { name: "Refused", message: "own" }, log: [{ text: "mine 3" }] });
  });

  it("runs main once, from the start of the process", async () => {
    const loaded = await program(
      name,
      "export default async function main({ alert, log }) {\n  log('up');\n  await alert('now');\n}",
      "once",
    );
    expect(loaded.replay(firstLife, [])).toMatchObject({
      status: "busy",
      pending: [{ port: "alert", line: 3 }],
      log: [{ text: "up" }],
    });
    expect(loaded.replay(firstLife, [{ reply: 0, value: null }])).toMatchObject({ status: "done", pending: [] });
  });

  it("ends a session when another one starts", async () => {
    const loaded = await program(name, handler("await ack();"));
    const session = loaded.start(firstLife);
    loaded.start(firstLife);
    expect(() => session.deliver(message)).toThrow("this session has ended");
  });
});

it("the two realms offer the same built-ins", async () => {
  const lines = [
    "const seen = new Map(); const names = [];",
    "const visit = (path, value) => {",
    "  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;",
    "  seen.set(value, path);",
    "  const keys = Reflect.ownKeys(value).sort((a, b) => String(a) < String(b) ? -1 : 1);",
    "  visit(path + '.__proto__', Object.getPrototypeOf(value));",
    "  for (const key of keys) {",
    "    if (['stackTraceLimit', 'caller', 'arguments'].includes(key)) continue;",
    "    const name = path + '.' + String(key);",
    "    const property = Object.getOwnPropertyDescriptor(value, key);",
    "    names.push(name + ' ' + typeof property.value + ' ' + Object.isFrozen(value));",
    "    visit(name, property.value);",
    "  }",
    "};",
    `for (const name of ${JSON.stringify(["Array", "Object", "Function", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Reflect", "Proxy", "Map", "Set", "WeakMap", "WeakSet", "Error", "TypeError", "AggregateError", "RegExp", "ArrayBuffer", "Uint8Array", "Float64Array", "BigInt64Array", "DataView", "parseInt", "encodeURIComponent"])}) visit(name, globalThis[name]);`,
    "visit('promise', Promise.resolve(1)); visit('async', async () => {}); visit('generator', function* () {}); visit('iterator', [][Symbol.iterator]());",
    "names.sort();",
    "for (let i = 0; i < names.length; i += 100) await alert(names.slice(i, i + 100).join('|'));",
  ];
  const source = handler(...lines).replace("log,", "log, alert,");
  const listed = await Promise.all(
    executorNames.map(async (name) => {
      const session = (await program(name, source)).start(firstLife);
      const texts: string[] = [];
      for (let snapshot = session.deliver(message); snapshot.pending[0]?.port === "alert"; ) {
        texts.push(String(snapshot.pending[0].args["text"]));
        snapshot = session.answer(snapshot.pending[0].id, { value: null });
      }
      return texts.join("|").split("|");
    }),
  );
  expect(listed[0]?.length).toBeGreaterThan(700);
  const [quickjs = [], native = []] = listed;
  expect(quickjs.filter((entry) => !native.includes(entry))).toEqual([]);
  expect(native.filter((entry) => !quickjs.includes(entry))).toEqual([]);
});
