import { describe, expect, it } from "vitest";
import { createCoordinator } from "./coordinator";
import { CoordinatorMetrics } from "./metrics";
import { MemoryStore } from "./stores/memory/store";
import { FaultyStore } from "./testing/faulty-store";
import { countingRandom, VirtualClock } from "./testing/virtual-clock";

function observed() {
  const clock = new VirtualClock();
  const metrics = new CoordinatorMetrics({ clock });
  const store = new FaultyStore(new MemoryStore({ clock }));
  const options = { store, clock, random: countingRandom(), observer: metrics.observe };
  const coordinator = createCoordinator(options);
  const valueOf = (series: string) => {
    const line = metrics.text().split("\n").find((text) => text.startsWith(`${series} `));
    return line === undefined ? null : Number(line.slice(series.length + 1));
  };
  return { clock, metrics, store, coordinator, valueOf, options };
}

const request = { operation: "mail.invoice", key: "order-9.invoice" };

describe("metrics", () => {
  it("count calls by how they ended", async () => {
    const { clock, coordinator, valueOf } = observed();
    const slow = () => clock.sleep(200);
    await clock.run(Promise.all([coordinator.coordinate(request, slow), coordinator.coordinate(request, slow)]));
    await coordinator.coordinate(request, slow);
    await expect(coordinator.coordinate({ ...request, key: "" }, slow)).rejects.toThrow();
    const outcome = (name: string) => valueOf(`idempotency_operations_total{operation="mail.invoice",outcome="${name}"}`);
    expect(["executed", "waited", "replayed", "key-invalid", "in-progress"].map(outcome)).toEqual([1, 1, 1, 1, null]);
    expect(valueOf('idempotency_wait_seconds_sum{operation="mail.invoice"}')).toBe(0.2);
    expect(valueOf('idempotency_wait_seconds_bucket{operation="mail.invoice",le="0.1"}')).toBe(0);
    expect(valueOf('idempotency_wait_seconds_bucket{operation="mail.invoice",le="0.25"}')).toBe(1);
  });

  it("split the hit rate by what was hit, over the last minute", async () => {
    const { clock, coordinator, valueOf } = observed();
    const slow = () => clock.sleep(200);
    await clock.run(Promise.all([coordinator.coordinate(request, slow), coordinator.coordinate(request, slow)]));
    for (let redelivery = 0; redelivery < 2; redelivery++) await coordinator.coordinate(request, slow);
    expect(valueOf('dedup_check_hit_rate{kind="completed"}')).toBe(0.5);
    expect(valueOf('dedup_check_hit_rate{kind="in_flight"}')).toBe(0.25);
    await clock.advance(120_000);
    await clock.run(coordinator.coordinate({ ...request, key: "another" }, slow));
    expect(valueOf('dedup_check_hit_rate{kind="completed"}')).toBe(0);
    expect(valueOf('dedup_checks_total{operation="mail.invoice"}')).toBe(5);
    expect(valueOf('dedup_hits_total{operation="mail.invoice",kind="completed"}')).toBe(2);
    expect(valueOf('dedup_hits_total{operation="mail.invoice",kind="in_flight"}')).toBe(1);
  });

  it("show takeovers, lost leases, failing stores and unprotected runs", async () => {
    const { clock, store, valueOf, options } = observed();
    const policies = { onStoreUnavailable: "run-unprotected" as const };
    const coordinator = createCoordinator({ ...options, policies });
    await store.reserve({ id: "mail.invoice:order-9.invoice", owner: "dead", fingerprint: null, leaseMs: 1, graceMs: 60_000 });
    await clock.advance(2);
    await coordinator.coordinate(request, () => "em_1");
    store.fail("reserve", "refuse", 2);
    await coordinator.coordinate({ ...request, key: "other" }, () => "em_2");
    expect(valueOf('idempotency_takeovers_total{operation="mail.invoice"}')).toBe(1);
    expect(valueOf('idempotency_store_errors_total{call="reserve"}')).toBe(2);
    expect(valueOf('idempotency_unprotected_runs_total{operation="mail.invoice",reason="store-unavailable"}')).toBe(1);
    expect(valueOf('idempotency_store_seconds_count{call="complete"}')).toBe(1);
  });

  it("are valid Prometheus text: every sample belongs to a declared family, labels are escaped", async () => {
    const { coordinator, metrics } = observed();
    await coordinator.coordinate({ operation: 'say "hi"\\', key: "k" }, () => 1);
    const text = metrics.text();
    expect(text).toContain('operation="say \\"hi\\"\\\\"');
    const families = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
    for (const line of text.trimEnd().split("\n").filter((candidate) => !candidate.startsWith("#"))) {
      const [, name = "", value] = /^([a-z_]+)\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\} (\S+)$/.exec(line) ?? [];
      expect(families, line).toContain(name.replace(/_(bucket|sum|count)$/, ""));
      expect(Number.isFinite(Number(value)), line).toBe(true);
    }
  });
});
