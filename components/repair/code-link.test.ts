import fc from "fast-check";
import { expect, test } from "vitest";
import { codeFragment, codeInFragment, longestLink, withoutCode, type LinkedCode } from "@/components/repair/code-link";
import { longestCode } from "@/lib/progress/proofs/contract";
import { longestMigration } from "@/lib/simulator/worker/protocol";
import { linkIn } from "@/components/simulator/run-fragment";
import { fingerprint } from "@/lib/simulator/plain";
import { formatRunLink } from "@/lib/simulator/run/permalink";

const code: LinkedCode = { role: "worker", scenarioVersion: "0a1b2c", source: 'export default async function handle(msg, { ack }) {\n  await ack(); // «всё»\n}\n', migration: "" };

async function fragmentOf(linked: LinkedCode): Promise<string> {
  const made = await codeFragment(linked);
  if (made.state !== "link") throw new Error(`too long: ${made.size}`);
  return `#${made.fragment}`;
}

const text = fc.string({ unit: "grapheme", maxLength: 400 }).map((written) => written.toWellFormed());

test("any text comes out of its link as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.oneof(fc.constant(""), text), fc.stringMatching(/^[a-z]{1,12}$/), async (source, migration, role) => {
      expect(await codeInFragment(await fragmentOf({ ...code, role, source, migration }))).toEqual({ state: "code", ...code, role, source, migration });
    }),
    { numRuns: 60 },
  );
});

test("a link that was cut or changed anywhere is damaged, and gives no other code", async () => {
  const whole = await fragmentOf(code);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: "#code=1.".length, max: whole.length - 1 }), fc.constantFrom("", "A", "-", "%", "<", "."), async (at, sign) => {
      const [cut, changed] = [whole.slice(0, at), whole.slice(0, at) + sign + whole.slice(at + 1)];
      for (const fragment of [cut, changed]) {
        const read = await codeInFragment(fragment);
        if (read.state === "code") expect(read.source).toBe(code.source);
        else expect(read.state).toBe("damaged");
      }
    }),
    { numRuns: 120 },
  );
});

test("a small link that holds a huge text is damaged", async () => {
  const bomb = await codeFragment({ ...code, source: "a".repeat(longestCode) });
  expect(bomb.state).toBe("link");
  expect(await codeFragment({ ...code, source: "a".repeat(longestCode + 1) })).toMatchObject({ state: "too-long" });
  const deflated = new Blob(["a".repeat(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = Buffer.from(await new Response(deflated).arrayBuffer()).toString("base64url");
  expect(await codeInFragment(`#code=1.worker.0a.0b.${data.slice(0, longestLink)}`)).toEqual({ state: "damaged" });
});

test("a link of the time before there were migrations opens without one", async () => {
  const old = "#code=1.worker.0a1b2c.11dd43bc1279c479.S60oyC8qUUhJTUsszSlRSCyuzEtW0NBUsLVTqK615gIA";
  expect(await codeInFragment(old.replace(/1\.worker/, "3.worker"))).toEqual({ state: "damaged" });
  const read = await codeInFragment(old);
  expect(read).toEqual({ state: "code", role: "worker", scenarioVersion: "0a1b2c", source: "export default async () => {};\n", migration: "" });
});

test("texts that are longer than they may be are damaged, whatever their form says", async () => {
  const linkOf = async (form: string, inside: string) => {
    const deflated = new Blob([inside]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const data = Buffer.from(await new Response(deflated).arrayBuffer()).toString("base64url");
    return `#code=${form}.worker.0a.${fingerprint(inside)}.${data}`;
  };
  for (const [form, inside] of [
    ["1", "a".repeat(longestCode + 1)],
    ["2", JSON.stringify(["a", "b".repeat(longestMigration + 1)])],
    ["2", JSON.stringify(["a".repeat(longestCode + 1), "b"])],
    ["2", JSON.stringify(["a"])],
    ["2", JSON.stringify({ source: "a" })],
    ["2", "no JSON"],
  ] as const)
    expect(await codeInFragment(await linkOf(form, inside))).toEqual({ state: "damaged" });
  expect(await codeInFragment(await linkOf("2", JSON.stringify(["a", "b"])))).toMatchObject({ source: "a", migration: "b" });
});

test("code that does not fit into a link is told by its size", async () => {
  let seed = 1;
  const noise = Array.from({ length: 20_000 }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90))).join("");
  const made = await codeFragment({ ...code, source: noise });
  expect(made.state === "too-long" && made.size).toBeGreaterThan(longestLink);
});

test("a link can carry a run and the code that it is a run of", async () => {
  const run = { choices: ["A-m1", "A"], schedule: "7", scenarioVersion: "ab", engineVersion: "1", codeVersion: "cd" };
  const fragment = `#run&${formatRunLink(run)}&${(await fragmentOf(code)).slice(1)}`;
  expect(linkIn(fragment, "run")).toEqual(run);
  expect(await codeInFragment(fragment)).toEqual({ state: "code", ...code });
  expect(withoutCode(fragment)).toBe(`#run&${formatRunLink(run)}`);
});

test("other addresses carry no code", async () => {
  for (const fragment of ["", "#", "#diagram", "#run&run=A&v=1.1.1"]) expect(await codeInFragment(fragment)).toEqual({ state: "none" });
});
