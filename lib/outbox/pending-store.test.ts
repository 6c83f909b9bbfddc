import { describe, expect, test } from "vitest";
import { pendingStore } from "@/lib/outbox/pending-store";
import { exampleRequest } from "@/lib/outbox/testing/fake-ports";
import { memory } from "@/lib/outbox/testing/memory-storage";

describe("answers kept until their reply", () => {
  test("a reload finds the same attempt", () => {
    const storage = memory();
    pendingStore(() => storage).write(exampleRequest);
    expect(pendingStore(() => storage).read(exampleRequest.question)).toEqual(exampleRequest);
  });

  test("a given-up question is kept too", () => {
    const store = pendingStore(memory);
    expect(store.read(exampleRequest.question)).toBeNull();
    const storage = memory();
    const kept = pendingStore(() => storage);
    kept.write({ ...exampleRequest, answer: null, confidence: null });
    expect(kept.read(exampleRequest.question)?.answer).toBeNull();
  });

  test("the reply of one attempt does not throw away another one", () => {
    const storage = memory();
    const store = pendingStore(() => storage);
    store.write({ ...exampleRequest, id: "second" });
    store.remove(exampleRequest);
    expect(store.read(exampleRequest.question)?.id).toBe("second");
    store.remove({ ...exampleRequest, id: "second" });
    expect(store.read(exampleRequest.question)).toBeNull();
  });

  test.each([["not JSON"], ["null"], ["7"], ["{}"], ['{"id":1}']])("damaged text is ignored: %s", (text) => {
    const storage = memory();
    const store = pendingStore(() => storage);
    store.write(exampleRequest);
    for (const key of storage.texts.keys()) storage.texts.set(key, text);
    expect(store.read(exampleRequest.question)).toBeNull();
  });

  test("blocked storage is no error", () => {
    const store = pendingStore(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    store.write(exampleRequest);
    store.remove(exampleRequest);
    expect(store.read(exampleRequest.question)).toBeNull();
  });
});
