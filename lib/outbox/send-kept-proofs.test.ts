import { expect, test } from "vitest";
import type { DeliveryPorts } from "@/lib/outbox/delivery";
import { proofStore } from "@/lib/outbox/proof-store";
import { sendKeptProofs } from "@/lib/outbox/send-kept-proofs";
import { FakePorts } from "@/lib/outbox/testing/fake-ports";
import { memory } from "@/lib/outbox/testing/memory-storage";
import type { ProofRequest } from "@/lib/progress/proofs/contract";

const proof = { id: "one", scenario: "outbox", handlers: { relay: "code" } } as unknown as ProofRequest;
const later = { ...proof, id: "two", scenario: "inbox" };
const answer = (id: string) => Response.json({ id });

function visit(ports: FakePorts) {
  const storage = memory();
  const kept = proofStore(() => storage);
  for (const one of [proof, later]) kept.write(one);
  const stop = sendKeptProofs(kept, ports as unknown as DeliveryPorts<ProofRequest>);
  return { kept, stop };
}

test("proofs of an earlier visit are sent under their ids, in their order, and forgotten once they are answered", async () => {
  const ports = new FakePorts().answer(answer("one")).answer(new Response(null, { status: 409 }));
  const { kept } = visit(ports);
  await ports.settle();
  expect(ports.posted).toEqual([proof, later]);
  expect(kept.all()).toEqual([]);
});

test("what cannot be delivered now stays for the visit after this one", async () => {
  const ports = new FakePorts().answer("lost");
  const { kept, stop } = visit(ports);
  await ports.settle();
  stop();
  expect(kept.all()).toEqual([proof, later]);
  expect([ports.pendingTimers, ports.wakers]).toEqual([0, 0]);
});
