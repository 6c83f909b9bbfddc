import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdempotencyKeyInvalidError } from "./errors";
import { encodeRecordId, type RecordIdentity } from "./keys";

const part = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter((text) => {
  try {
    encodeRecordId({ operation: "o", key: text });
    return true;
  } catch {
    return false;
  }
});

describe("encodeRecordId", () => {
  it("is readable", () => {
    expect(encodeRecordId({ operation: "mail.invoice", key: "order-9.invoice" })).toBe("mail.invoice:order-9.invoice");
    expect(encodeRecordId({ scope: "tenant 1", operation: "charge", key: "order-9:v2" })).toBe("tenant 1:charge:order-9%3Av2");
  });

  it("never gives one id to two identities", () => {
    const identity = fc.record({ scope: fc.option(part, { nil: undefined }), operation: part, key: part });
    fc.assert(
      fc.property(identity, identity, (left, right) => {
        const same = left.scope === right.scope && left.operation === right.operation && left.key === right.key;
        expect(encodeRecordId(left) === encodeRecordId(right)).toBe(same);
      }),
    );
    const split = (text: string, at: number): RecordIdentity => ({ operation: text.slice(0, at), key: text.slice(at) });
    const ids = [1, 2, 3, 4, 5].map((at) => encodeRecordId(split("a:%3Ab", at)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ["", "must not be empty"],
    [" order-9", "must not begin or end with white space"],
    ["order-9\u00a0", "must not begin or end with white space"],
    ["order\t9", "must not contain control characters"],
    ["order\u00859", "must not contain control characters"],
    ["k".repeat(256), "must be at most 255 bytes of UTF-8, not 256"],
    ["\u20ac".repeat(86), "must be at most 255 bytes of UTF-8, not 258"],
    ["order-\ud83d", "must be well-formed Unicode: it contains a lone surrogate"],
    [null, "must be a string, not null"],
    [undefined, "must be a string, not undefined"],
    [9, "must be a string, not number"],
  ])("refuses the key %j: it %s", (key, problem) => {
    const refuse = () => encodeRecordId({ operation: "mail", key: key as string });
    expect(refuse).toThrow(IdempotencyKeyInvalidError);
    expect(refuse).toThrow(problem);
  });

  it("takes 255 bytes, inner blanks, any case and any dots", () => {
    for (const key of ["k".repeat(255), "order 9", "Order-9", "order-9.", "\u20ac".repeat(85)]) {
      expect(encodeRecordId({ operation: "mail", key })).toBe(`mail:${key}`);
    }
  });

  it("refuses a colon under the key rules of the article, in any part", () => {
    const rules = "article";
    expect(() => encodeRecordId({ operation: "mail", key: "order-9:invoice" }, rules)).toThrow("must not contain a colon");
    expect(() => encodeRecordId({ operation: "mail:invoice", key: "order-9" }, rules)).toThrow("must not contain a colon");
    expect(encodeRecordId({ operation: "mail", key: "order-9.invoice" }, rules)).toBe("mail:order-9.invoice");
  });
});
