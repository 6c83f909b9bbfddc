import { describe, expect, it } from "vitest";
import { compiled } from "../testing/executors";
import { mayKeepState } from "./module-state";

const handle = "export default async function handle(msg, { ack }) { await ack(); }";

describe("a module that can hold nothing between two messages", () => {
  it.each([
    ["only the handler", handle],
    [
      "helpers that are called",
      `${handle}\nfunction key(msg) { return \`\${msg.id}.charge\`; }\nasync function other() { return key({ id: 1 }); }`,
    ],
    ["literal constants", `const LIMIT = 3;\nconst name = "a;b{";\nexport const off = false\n${handle}`],
    ["an arrow function as the handler", "export default async (msg, { ack }) => { await ack(); };"],
    [
      "a helper that is an arrow function",
      `const key = (msg) => { return msg.id; };\n${handle.replace("await", "key(msg); await")}`,
    ],
    ["divisions that can be nothing else", handle.replace("await", "const half = msg.n / 2 / [1][0] / 3; await")],
    ["lines that end as on Windows", handle.replace("{ await", "{ // a\r\nawait")],
    [
      "brackets in strings, comments and regular expressions",
      `/* { */ // (\n${handle.replace("await", "/[{(]/.test('}'); `${msg.id}{`; await")}`,
    ],
  ])("%s", (_, code) => {
    expect(mayKeepState(code)).toBe(false);
  });
});

describe("a module that may hold something", () => {
  it.each([
    ["a variable", `let seen = 0;\n${handle}`],
    ["a set", `const seen = new Set();\n${handle}`],
    ["an object that is constant but can change", `const seen = {};\n${handle}`],
    ["a list", `const seen = [1];\n${handle}`],
    ["a property of the handler", handle.replace("await", "handle.seen = msg.id; await")],
    ["a property set by way of Object", handle.replace("await", "Object.assign(handle, msg); await")],
    ["a prototype reached by new", `function Box() {}\n${handle.replace("await", "new Box(); await")}`],
    ["a class", `class Box { static seen = 0; }\n${handle}`],
    ["a generator, whose prototype can change", `function* all() {}\n${handle.replace("await", "all(); await")}`],
    ["the object of exports", handle.replace("await", "exports.seen = 1; await")],
    ["a handler passed on as a value", handle.replace("await", "[1].map(handle); await")],
    ["a string that does not end", `${handle}\n"`],
    ["a name with an escape in it", handle.replace("await", "h\\u0061ndle.n = 1; await")],
    ["a division after an increment", handle.replace("await", "let x = 1; x++ / (handle.n = 1) / 1; await")],
    ["a division after a decrement", handle.replace("await", "let x = 1; x-- / (handle.n = 1) / 1; await")],
    ["a division by a property called like a word of the language", handle.replace("await", "msg.of / (handle.n = 1) / 1; await")],
    ["a division by a variable called like a word of the language", handle.replace("await", "const of = 1; of / (handle.n = 1) / 1; await")],
    ["a regular expression after a condition, with half a string in it", handle.replace("await", "if (1) /'/; handle.n = 1; /'/; await")],
    ["a regular expression after a block, with half a string in it", handle.replace("await", "{} /'/; handle.n = 1; /'/; await")],
    ["a regular expression after `instanceof`", handle.replace("await", "msg instanceof /'/; handle.n = 1; /'/; await")],
    ["a comment that ends at a line separator", `// c\u2028let n = 0;\n${handle}`],
    ["a comment that ends at a paragraph separator", `// c\u2029let n = 0;\n${handle}`],
    ["a comment that ends at a carriage return", `// c\rlet n = 0;\n${handle}`],
    ["a comment in the way of HTML", handle.replace("await", "\n<!-- `\nhandle.n = 1;\n<!-- `\nawait")],
    ["the end of a comment in the way of HTML", handle.replace("await", "\n--> `\nhandle.n = 1;\n--> `\nawait")],
    ["a comment after a hash and an exclamation mark", `#!`.concat("`\nlet n = 0; //`\n", handle)],
    ["a statement at the top", `${handle}\nPromise.resolve().then(handle);`],
  ])("%s", (_, code) => {
    expect(mayKeepState(code)).toBe(true);
  });
});

it("reads TypeScript as it is written in lessons", () => {
  const source =
    'import type { Message, Ports } from "crash-window";\n\nexport default async function handle(\n  msg: Message,\n  { ack }: Ports,\n) {\n  await ack();\n}\n';
  expect(compiled(source).keepsState).toBe(false);
});
