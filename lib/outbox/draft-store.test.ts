import { describe, expect, test } from "vitest";
import { draftStore } from "@/lib/outbox/draft-store";
import { memory } from "@/lib/outbox/testing/memory-storage";

const draft = { answer: "two", confidence: "likely" };

describe("answers that are not committed yet", () => {
  test("a reload finds what was filled in", () => {
    const storage = memory();
    draftStore(() => storage).write("q", "v1", draft);
    expect(draftStore(() => storage).read("q", "v1")).toEqual(draft);
  });

  test("a question that has changed since begins empty", () => {
    const store = draftStore(memory);
    expect(store.read("q", "v1")).toEqual({});
    const storage = memory();
    const kept = draftStore(() => storage);
    kept.write("q", "v1", draft);
    expect(kept.read("q", "v2")).toEqual({});
    expect(kept.read("other", "v1")).toEqual({});
  });

  test("what was committed is no draft any more", () => {
    const storage = memory();
    const store = draftStore(() => storage);
    store.write("q", "v1", draft);
    store.remove("q");
    expect(storage.texts.size).toBe(0);
  });

  test.each(["not JSON", "null", "7", "{}", '{"version":"v1"}', '{"version":"v1","draft":{"answer":7}}'])(
    "damaged text is ignored: %s",
    (text) => {
      const storage = memory();
      const store = draftStore(() => storage);
      store.write("q", "v1", draft);
      for (const key of storage.texts.keys()) storage.texts.set(key, text);
      expect(store.read("q", "v1")).toEqual({});
    },
  );

  test("blocked storage is no error", () => {
    const store = draftStore(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    store.write("q", "v1", draft);
    store.remove("q");
    expect(store.read("q", "v1")).toEqual({});
  });
});
