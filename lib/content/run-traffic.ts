import type { TrafficCause } from "@/lib/simulator/traffic/plan";
import { runTraffic, type TrafficResult } from "@/lib/simulator/traffic/traffic";
import { liveHandler } from "./engine";
import type { ReadScenario } from "./scenarios";

/** Runs the traffic of a scenario under one of its causes. @throws for one without traffic; HandlerFailed */
export function trafficOf({ scenario, handlers }: Pick<ReadScenario, "scenario" | "handlers">, cause: TrafficCause): Promise<TrafficResult> {
  const { traffic: plan, effects } = scenario;
  const [effect] = effects;
  if (!plan || !effect) throw new Error(`${scenario.slug} has no traffic`);
  return runTraffic({
    plan,
    cause,
    main: liveHandler(handlers[cause.handler] ?? "", `content/scenarios/${scenario.slug}/handlers/${cause.handler}.ts`),
    effect: { of: effect.of, identity: effect.column },
    settle: () => new Promise((resolve) => void setImmediate(resolve)),
  });
}
