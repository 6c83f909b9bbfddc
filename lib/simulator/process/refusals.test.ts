import { describe, expect, it } from "vitest";
import { nativeExecutor } from "@/lib/content/engine";
import { afterMessage, compiled, executorNames, handler, program, firstLife, message } from "../testing/executors";
import { describeRefusal } from "../words/say";
import { compileHandler } from "./compile";
import type { Refusal } from "./history";

const cases: [
  name: string,
  source: string,
  code: Refusal["code"],
  line: number | null,
  english: RegExp,
  russian: RegExp,
][] = [
  ["an endless loop", handler("while (true) {}"), "endless", 2, /never stops/, /не кончается/],
  [
    "an endless loop in a promise job",
    handler("await db.query('SELECT 1 FROM t');", "await null;", "for (;;) {}"),
    "endless",
    4,
    /never stops/,
    /не кончается/,
  ],
  [
    "recursion without end",
    handler("const down = () => down() + 1;", "down();"),
    "recursion",
    2,
    /too deeply/,
    /глубоко/,
  ],
  [
    "Date",
    handler("const now = Date.now();"),
    "hidden-global",
    2,
    /Date does not exist here\. Use clock\.now\(\)/,
    /Date здесь нет\. Используйте clock\.now/,
  ],
  ["new Date", handler("new Date();"), "hidden-global", 2, /clock\.now/, /clock\.now/],
  [
    "Math.random",
    handler("const x = Math.random();"),
    "hidden-global",
    2,
    /Math\.random does not exist here\. Use random\.uuid/,
    /random\.uuid/,
  ],
  [
    "a timer",
    handler("await new Promise((done) => setTimeout(done, 5));"),
    "hidden-global",
    2,
    /clock\.sleep/,
    /clock\.sleep/,
  ],
  ["the receive count under a name that is put together", handler("if (msg['rece' + 'iveCount'] > 1) return;"), "indirect-count", 2, /write msg\.receiveCount/, /напишите msg\.receiveCount/],
  ["the flag of a redelivery by reflection", handler("const names = ['re', 'delivered'];", "Reflect.get(msg, names.join(''));"), "indirect-count", 3, /write msg\.redelivered/, /напишите msg\.redelivered/],
  ["fetch", handler("await fetch('/');"), "hidden-global", 2, /receiver/, /получател/],
  ["console", handler("console.log(1);"), "hidden-global", 2, /log\(/, /log\(/],
  ["process", handler("process.exit(1);"), "hidden-global", 2, /nothing of the machine/, /от машины/],
  ["WeakRef", handler("new WeakRef({});"), "hidden-global", 2, /garbage/, /сборки мусора/],
  [
    "caught all the same",
    handler("try { Date.now() } catch {}", "await ack();"),
    "hidden-global",
    2,
    /clock\.now/,
    /clock\.now/,
  ],
  [
    "state shared by way of globalThis",
    handler("globalThis.seen = 1;"),
    "shared-global",
    2,
    /share no memory/,
    /общей памяти/,
  ],
  ["eval", handler("eval('1');"), "hidden-global", 2, /eval does not exist/, /eval здесь нет/],
  [
    "code made from text",
    handler("const make = (() => {}).constructor;", "make('return 1')();"),
    "generated-code",
    3,
    /made from text/,
    /из текста/,
  ],
  [
    "a promise that no port settles",
    handler("await db.query('SELECT 1 FROM t');", "await new Promise(() => {});"),
    "not-a-port",
    3,
    /no port will ever settle/,
    /ни один порт/,
  ],
  ["an empty race", handler("await Promise.race([]);"), "not-a-port", 2, /no port/, /ни один порт/],
  [
    "a port that does not exist",
    "export default async (msg, ports) => {\n await ports.kafka.send();\n};",
    "unknown-port",
    2,
    /no port kafka/,
    /порта kafka нет/,
  ],
  [
    "an argument that is no data",
    handler("const a = {};", "a.a = a;", "await receiver('x').call('y', { params: a });"),
    "bad-argument",
    4,
    /plain data/,
    /простые данные/,
  ],
  ["SQL that is no text", handler("await db.query(5);"), "bad-argument", 2, /db\.query/, /db\.query/],
  [
    "an import of code",
    'import fs from "fs";\nexport default async function handle() { fs.x(); }',
    "import",
    1,
    /“fs” cannot be imported/,
    /«fs» импортировать нельзя/,
  ],
  [
    "an import while running",
    handler("await import('fs');"),
    "import",
    2,
    /cannot be imported/,
    /импортировать нельзя/,
  ],
  ["require", handler("require('fs');"), "import", 2, /cannot be imported/, /импортировать нельзя/],
  [
    "no default export",
    "export async function handle() {}",
    "no-default-export",
    null,
    /exports no function by default/,
    /не экспортирует/,
  ],
  [
    "a module that throws while it is loaded",
    "const limit = 1;\nthrow new Error('boom');\nexport default async () => {};",
    "load-throws",
    2,
    /before any message: Error: boom/,
    /до первого сообщения/,
  ],
  [
    "await outside a function",
    "export default async () => {};\nawait 1;",
    "syntax",
    2,
    /not valid TypeScript/,
    /не TypeScript/,
  ],
  [
    "a constant declared twice",
    handler("const a = 1;", "const a = 2;"),
    "syntax",
    3,
    /not valid TypeScript/,
    /не TypeScript/,
  ],
];

describe.each(executorNames)("%s refuses in one sentence with the line", (executor) => {
  it.each(cases)("%s", async (_, source, code, line, english, russian) => {
    const stoppedByClock = code === "endless" && executor === "native";
    const loaded = stoppedByClock
      ? nativeExecutor({ timeoutMs: 1000 }).load(compiled(source), "message")
      : await program(executor, source);
    const snapshot = loaded.replay(
      firstLife,
      [message, { reply: 0, value: { rows: [], rowCount: 0 } }].slice(0, source.includes("db.query('") ? 2 : 1),
    );
    expect(snapshot.status).toBe("refused");
    // A loop that the host has to stop by the clock has no line there.
    const expectedLine = stoppedByClock ? null : line;
    expect(snapshot.refusal).toMatchObject({ code, line: expectedLine });
    const words = describeRefusal(snapshot.refusal as Refusal);
    expect(words.en).toMatch(english);
    expect(words.ru).toMatch(russian);
    if (expectedLine !== null) {
      expect(words.en).toContain(`Line ${expectedLine}`);
      expect(words.ru).toContain(`Строка ${expectedLine}`);
    }
  });

  it("but not copies and texts of a message, which say nothing about its receives", async () => {
    const source = handler("log(JSON.stringify(msg), Object.keys({ ...msg }).length, Object.entries(msg).length);", "await ack();");
    expect(compiled(source).readsReceiveCount).toBe(false);
    expect((await afterMessage(executor, source)).refusal).toBeNull();
  });

  it("a loop that never stops calling", async () => {
    const loaded = await program(
      executor,
      handler("for (;;) {", "  log('again');", "  alert('x');", "}").replace("log,", "log, alert,"),
    );
    expect(loaded.replay(firstLife, [message]).refusal).toMatchObject({ code: "too-many-requests", line: 4 });
  });
});

describe("code that is nested too deeply is told where and what to do", () => {
  const nested = (open: string, close: string, depth: number) => handler("", `return ${open.repeat(depth)}1${close.repeat(depth)};`);
  it.each([
    ["brackets", nested("(", ")", 8000)],
    ["lists", nested("[", "]", 8000)],
    ["functions", nested("(() => ", ")()", 8000)],
  ])("%s, before it is loaded", (_, source) => {
    const result = compileHandler(source);
    expect(result).toMatchObject({ refusal: { code: "too-deep", line: 3 } });
    if ("refusal" in result) expect(describeRefusal(result.refusal).en).toMatch(/^Line 3: .*give inner parts names of their own/);
  });

  it.each([100, 1500, 3000])("%i brackets run, or are refused in the same words when QuickJS reads them", async (depth) => {
    const result = compileHandler(nested("[", "]", depth));
    const refusal = "refusal" in result ? result.refusal : (await afterMessage("quickjs", nested("[", "]", depth))).refusal;
    if (depth === 100) expect(refusal).toBeNull();
    else if (refusal) expect(refusal).toMatchObject({ code: "too-deep", line: 3 });
  });
});

describe("quickjs limits memory", () => {
  it.each([
    ["a growing list", "const a = []; while (true) a.push(new Array(1000).fill(1));"],
    ["a growing text", "let s = 'x'; while (true) s += s;"],
    ["many objects", "const a = []; while (true) a.push({ a: { b: 1 } });"],
  ])("%s", async (_, line) => {
    const snapshot = await afterMessage("quickjs", handler(line));
    expect(["memory", "endless"]).toContain(snapshot.refusal?.code);
    expect(snapshot.refusal?.line === 2 || snapshot.refusal?.line === null).toBe(true);
  });

  it("and the next run has all of it again", async () => {
    const loaded = await program(
      "quickjs",
      handler("if (msg.id === 'bomb') { const a = []; while (true) a.push(new Array(1000).fill(1)); }", "await ack();"),
    );
    const bomb = { message: { id: "bomb" } };
    expect(loaded.replay(firstLife, [bomb]).status).toBe("refused");
    expect(loaded.replay(firstLife, [message]).pending).toMatchObject([{ port: "ack", line: 3 }]);
    expect(loaded.replay(firstLife, [bomb])).toEqual(loaded.replay(firstLife, [bomb]));
  });
});

it("tells line and column of a syntax error", () => {
  const result = compileHandler("export default async function handle() {\n  const a = ;\n}");
  expect(result).toMatchObject({ refusal: { code: "syntax", line: 2, column: 13 } });
  if ("refusal" in result)
    expect(describeRefusal(result.refusal).en).toBe(
      "Line 2, column 13: this is not valid TypeScript: Unexpected token.",
    );
});
