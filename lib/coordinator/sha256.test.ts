import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "./sha256";
import { encodeUtf8 } from "./utf8";

describe("sha256Hex", () => {
  it("gives the digests that FIPS 180-4 prints", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
  });

  it("agrees with the platform's own on every length around the block boundaries and on arbitrary bytes", () => {
    const platform = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    for (let length = 0; length <= 200; length++) {
      const bytes = new Uint8Array(length).fill(length);
      expect(sha256Hex(bytes)).toBe(platform(bytes));
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => sha256Hex(bytes) === platform(bytes)));
  });
});

describe("encodeUtf8", () => {
  it("agrees with the platform's own on well-formed text", () => {
    const text = fc.string({ unit: "grapheme" });
    const platform = (value: string) => [...new TextEncoder().encode(value)];
    fc.assert(fc.property(text, (value) => void expect([...encodeUtf8(value)]).toEqual(platform(value))));
    expect([...encodeUtf8("a\u00e9\u20ac\u{1f4b3}")]).toEqual(platform("a\u00e9\u20ac\u{1f4b3}"));
  });

  it("refuses a lone surrogate instead of replacing it", () => {
    expect(() => encodeUtf8("order-\ud800")).toThrow("lone surrogate at position 6");
  });
});
