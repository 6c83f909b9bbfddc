import type { OpenLab } from "@/components/lab/open-lab";
import type { Words } from "@/lib/simulator/plain";
import type { HandlerDeclaration, Scenario } from "@/lib/simulator/scenario/scenario";

/** What the learner has written, beside the handlers of the scenario: no file of a scenario may have such a name. */
const ownName = /^own(?:-(.+))?$/;

/** The lab with the learner's own handlers, and what these add to the tables. */
export type RepairLab = OpenLab & { migration: string };

export function isOwnHandler(name: string): boolean {
  return ownName.test(name);
}

/** The name of the learner's handler for a role. */
export function ownHandlerOf({ processes }: Pick<Scenario, "processes">, role: string): string {
  return processes.length === 1 ? "own" : `own-${role}`;
}

/** The role that the learner's handler of this name is for; null when it is none of theirs. */
export function roleOfOwn({ processes }: Pick<Scenario, "processes">, name: string): string | null {
  return processes.find(({ role }) => ownHandlerOf({ processes }, role) === name)?.role ?? null;
}

/** The handler of a role that a repair begins with: the first that the scenario declares. */
export function baseOf({ handlers }: Pick<Scenario, "handlers">, role: string): HandlerDeclaration | undefined {
  return handlers.find((handler) => handler.role === role);
}

/**
 * The same lab with the learner's handlers at the end, one for each role: they find the tables that the handler finds
 * which they began with, and its statements are read already.
 * @param sources by role; the handler of the scenario where the learner has written nothing
 * @param migration what the learner adds to the tables that all roles share
 */
export function withOwnHandlers(lab: OpenLab, sources: Readonly<Record<string, string>>, migration: string): RepairLab {
  const { scenario } = lab;
  const own = scenario.processes.flatMap(({ role }) => {
    const base = baseOf(scenario, role);
    return base ? [{ ...base, base: base.name, name: ownHandlerOf(scenario, role), title: ownTitle(scenario, role) }] : [];
  });
  const added = <Value>(values: Readonly<Record<string, Value>>, valueOf: (handler: (typeof own)[number]) => Value | undefined) => ({
    ...values,
    ...Object.fromEntries(own.flatMap((handler) => {
      const value = valueOf(handler);
      return value === undefined ? [] : [[handler.name, value]];
    })),
  });
  return {
    migration,
    scenario: {
      ...scenario,
      handlers: [...scenario.handlers, ...own],
      statements: added(scenario.statements, ({ base }) => scenario.statements[base]),
    },
    handlers: added(lab.handlers, ({ role, base }) => sources[role] ?? lab.handlers[base]),
    twins: lab.twins,
    starts: added(lab.starts, ({ base }) => lab.starts[base]),
  };
}

/** Name of a learner's handler in both languages. */
function ownTitle({ processes }: Pick<Scenario, "processes">, role: string): Words {
  const place = processes.length === 1 ? "" : `: ${role}`;
  return { ru: `Ваш ремонт${place}`, en: `Your repair${place}` };
}
