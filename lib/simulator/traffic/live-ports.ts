import type { Coordinator as RealCoordinator } from "../../coordinator/types";
import type { Ports } from "../ports";

/** What answers the ports that a consumer in traffic has. */
export interface LivePorts {
  consumer: Ports["consumer"];
  coordinator: RealCoordinator;
  /** Carries out an effect of a named receiver. */
  call: (receiver: string, effect: string, params: object) => Promise<unknown>;
  clock: Ports["clock"];
  /** How long a check takes that finds the work done or under way, in milliseconds. */
  hitMs: number;
}

/** The ports of a handler that runs in virtual time. Those without an answer here refuse by name. */
export function portsOf({ consumer, coordinator, call, clock, hitMs }: LivePorts): Ports {
  const answered: Partial<Ports> = {
    consumer,
    coordinator: {
      async coordinate(request, action) {
        let ran = false;
        const result = await coordinator.coordinate(request, (context) => {
          ran = true;
          return action(context);
        });
        if (!ran) await clock.sleep(hitMs);
        return result;
      },
    },
    receiver: (name) => ({ call: (effect, options = {}) => call(name, effect, options.params ?? {}) }),
    clock,
    log: () => undefined,
  };
  return new Proxy(answered as Ports, {
    get(ports, name) {
      const port: unknown = Reflect.get(ports, name);
      if (port === undefined && typeof name === "string") throw new Error(`not modelled in traffic: ${name}`);
      return port;
    },
  });
}
