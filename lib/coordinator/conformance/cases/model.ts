import { emptyKeyState } from "../../stores/memory/reducer";
import type { OwnedReservation, Store } from "../../store";
import type { ConformanceCase } from "../conformance";
import { check, equal, fail, type CaseContext } from "../context";
import { explain, FencePairs, isLinearizable, type ObservedCall } from "../linearizability";

type Operation = ObservedCall["operation"];

/** Owners that compete; reservations that their random calls refer to, their own or not. */
class Competition {
  readonly owners: string[];
  readonly #reservations: OwnedReservation[] = [];

  constructor(
    private readonly t: CaseContext,
    private readonly id: string,
    owners: number,
  ) {
    this.owners = Array.from({ length: owners }, () => t.owner());
  }

  remember(operation: Operation, reply: ObservedCall["reply"]): void {
    if (operation.kind !== "reserve" || typeof reply === "string" || reply === null) return;
    if (!("kind" in reply) || reply.kind !== "reserved") return;
    this.#reservations.push({ id: this.id, owner: operation.request.owner, fence: reply.fence });
  }

  next(owner: string): Operation {
    const { t } = this;
    const known = this.#pick(this.#reservations);
    const kind = known === undefined ? "reserve" : this.#pick(["reserve", "reserve", "complete", "renew", "release"] as const);
    if (known === undefined || kind === "reserve" || kind === undefined) {
      return { kind: "reserve", request: t.request({ id: this.id, owner, fingerprint: this.#pick([null, null, "p1", "p2"]) ?? null }) };
    }
    const held = t.random.fraction() < 0.3 ? { ...known, owner } : known;
    if (kind === "complete") return { kind, request: { ...held, result: t.random.token(), retentionMs: t.longMs } };
    if (kind === "renew") return { kind, request: { ...held, leaseMs: t.longMs } };
    return { kind, request: held };
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.t.random.fraction() * items.length)];
  }
}

function perform(store: Store, operation: Operation): Promise<ObservedCall["reply"]> {
  switch (operation.kind) {
    case "reserve":
      return store.reserve(operation.request);
    case "complete":
      return store.complete(operation.request);
    case "renew":
      return store.renew(operation.request);
    case "release":
      return store.release(operation.request);
  }
}

/** M: random use, compared with the reducer as the model. */
export const modelCases: ConformanceCase[] = [
  {
    id: "M1",
    title: "random calls one after the other answer what the model answers",
    async run(t) {
      for (let sequence = 0; sequence < 20; sequence++) {
        const competition = new Competition(t, t.id(`sequence-${sequence}`), 3);
        let [state, fences] = [emptyKeyState, new FencePairs()];
        for (let step = 0; step < 25; step++) {
          const owner = competition.owners[step % 3] ?? fail("no owner");
          const operation = competition.next(owner);
          const reply = await perform(t.store, operation);
          const explained = explain(state, fences, operation, reply, 0);
          if (explained === null) fail(`step ${step}: ${JSON.stringify(operation)} answered ${JSON.stringify(reply)}`);
          ({ state, fences } = explained);
          competition.remember(operation, reply);
        }
      }
    },
  },
  {
    id: "M2",
    title: "concurrent calls on one id answer as if they had come in some order",
    async run(t) {
      for (let round = 0; round < 12; round++) {
        const competition = new Competition(t, t.id(`round-${round}`), 4);
        const history: ObservedCall[] = [];
        let events = 0;
        await Promise.all(
          competition.owners.map(async (owner) => {
            for (let step = 0; step < 4; step++) {
              const operation = competition.next(owner);
              const invokedAt = events++;
              const reply = await perform(t.store, operation);
              history.push({ operation, reply, invokedAt, repliedAt: events++ });
              competition.remember(operation, reply);
            }
          }),
        );
        check(isLinearizable(history), `no order explains ${JSON.stringify(history)}`);
      }
    },
  },
  {
    id: "M3",
    title: "of holders that overtook one another only the last completes, and fences grow",
    async run(t) {
      const holders: OwnedReservation[] = [];
      for (let round = 0; round < 4; round++) {
        holders.push(await t.reserved({ leaseMs: t.unitMs / 2 }));
        await t.elapse(t.unitMs);
      }
      const answers = await Promise.all(holders.map((held, index) => t.complete(held, `r${index}`)));
      equal(answers, ["lost", "lost", "lost", "completed"], "complete by each holder");
      const fences = holders.map(({ fence }) => fence);
      check(fences.every((fence, index) => index === 0 || fence > (fences[index - 1] ?? 0)), `fences ${fences.join(", ")}`);
    },
  },
];
