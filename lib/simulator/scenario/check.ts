import type { Problems, ScenarioSource } from "./load";
import { strikingFaults, type Consists } from "./parts";
import { databaseEffect, modelledFaults, type Fault } from "./scenario";
import type { ScenarioFile } from "./schema";

/** Where the effects of each part are counted from. */
const effectSources: Record<string, string> = { stripe: "stripe.charges", mailer: "mailer.mails", alert: "alerts" };

/** What the fields of a scenario refer to must exist, and its bounds must be possible. */
export function checkReferences(file: ScenarioFile, source: ScenarioSource, problems: Problems): void {
  checkProcesses(file, problems);
  checkMessages(file, problems);
  checkPartitions(file, problems);
  checkReceivers(file, problems);
  checkEffects(file, problems);
  checkHandlers(file, source, problems);
  checkClaims(file, problems);
  checkWhatIf(file, problems);
  checkAlsoProved(file, problems);
  checkTraffic(file, problems);
  if (Object.keys(file.observations).length > 0 && !file.parts.database) {
    problems.add(["observations"], "the scenario observes a database, but has none", "add the part database");
  }
  file.invariants.forEach(({ observation }, index) => {
    if (!Object.hasOwn(file.observations, observation)) {
      problems.add(
        ["invariants", index, "observation"],
        `there is no observation \`${observation}\``,
        "declare it under observations",
      );
    }
  });
  file.acceptable.forEach(({ effect }, index) => {
    if (!Object.hasOwn(file.effects, effect))
      problems.add(["acceptable", index, "effect"], `there is no effect \`${effect}\``, "declare it under effects");
  });
}

function checkProcesses(file: ScenarioFile, problems: Problems): void {
  const roles = file.processes.map(({ role }) => role);
  roles.forEach((role, index) => {
    if (roles.indexOf(role) !== index)
      problems.add(["processes", index, "role"], `the role \`${role}\` is declared twice`, "give each role one entry");
  });
  if (!file.parts.queue && file.processes.some(({ starts }) => starts === "message")) {
    problems.add(["processes"], "a process starts by a message, but the scenario has no queue", "add the part queue");
  }
}

/** Messages of the circumstances in which a repair has to hold, too: records of a log would stand in no partition. */
function checkAlsoProved({ alsoProved, messages: own, parts }: ScenarioFile, problems: Problems): void {
  alsoProved.forEach(({ messages }, index) => {
    const ids = [...own, ...messages].map(({ id }) => id);
    messages.forEach(({ id }, position) => {
      const path = ["alsoProved", index, "messages", position, "id"];
      if (ids.indexOf(id) !== own.length + position) problems.add(path, `\`${id}\` is there twice`, "give it an id of its own");
      if (!parts.queue) problems.add(path, "there is no queue for it", "leave the messages as they are");
    });
  });
}

/** A log is read by processes that it is assigned to, and each of its records stands in one place. */
function checkPartitions(file: ScenarioFile, problems: Problems): void {
  const { log, queue } = file.parts;
  const consumes = file.processes.some(({ starts }) => starts === "assigned");
  if (consumes && !log)
    problems.add(["processes"], "a process starts with partitions, but the scenario has no log", "add the part log");
  if (!log) return;
  if (!consumes)
    problems.add(["parts", "log"], "no process reads the log", "let a process start as `assigned`");
  const placed = Object.entries(log.partitions).flatMap(([name, records]) => records.map((id, index) => ({ name, id, index })));
  placed.forEach(({ name, id, index }, position) => {
    const path = ["parts", "log", "partitions", name, index];
    if (!file.messages.some((message) => message.id === id))
      problems.add(path, `there is no message \`${id}\``, "declare it under messages");
    if (placed.findIndex((other) => other.id === id) !== position)
      problems.add(path, `\`${id}\` stands in the log twice`, "give the second record an id of its own");
  });
  if (queue) return;
  file.messages.forEach(({ id }, index) => {
    if (!placed.some((record) => record.id === id))
      problems.add(["messages", index, "id"], `\`${id}\` is in no partition`, "add it to a partition of the log");
  });
}

/** Participants of a run that have these names already. */
const takenNames = ["queue", "database", "stripe", "mailer", "alert", "coordinator", "log"];

function checkReceivers({ parts: { receivers = [] } }: ScenarioFile, problems: Problems): void {
  receivers.forEach((name, index) => {
    if (takenNames.includes(name))
      problems.add(["parts", "receivers", index], `\`${name}\` is the name of a part`, "call the receiver something else");
  });
}

function checkMessages(file: ScenarioFile, problems: Problems): void {
  const ids = file.messages.map(({ id }) => id);
  const waiting = file.processes.findIndex(({ starts, consumes }) => starts === "message" && consumes === undefined);
  if (ids.length === 0 && waiting >= 0)
    problems.add(["processes", waiting], "a process waits for messages, but there are none", "add messages, or a topic that it consumes");
  ids.forEach((id, index) => {
    if (ids.indexOf(id) !== index)
      problems.add(
        ["messages", index, "id"],
        `the message \`${id}\` exists twice`,
        "give each message an id of its own",
      );
  });
}

function checkEffects(file: ScenarioFile, problems: Problems): void {
  const receivers = file.parts.receivers ?? [];
  const topics = file.processes.flatMap(({ consumes }) => consumes ?? []);
  for (const [name, effect] of Object.entries(file.effects)) {
    const known =
      Object.entries(effectSources).some(
        ([part, source]) => source === effect.of && file.parts[part as "stripe" | "mailer" | "alert"],
      ) ||
      receivers.some((receiver) => effect.of.startsWith(`${receiver}.`)) ||
      topics.some((topic) => effect.of === `published.${topic}`) ||
      (databaseEffect(effect) !== null && file.parts.database !== undefined);
    if (!known) {
      const possible = [
        ...Object.entries(effectSources)
          .filter(([part]) => file.parts[part as "stripe" | "mailer" | "alert"])
          .map(([, source]) => source),
        ...receivers.map((receiver) => `${receiver}.<effect>`),
        ...topics.map((topic) => `published.${topic}`),
        ...(file.parts.database ? ["table.<name>", "updates.<name>"] : []),
      ];
      problems.add(
        ["effects", name, "of"],
        `no part of the scenario has effects called \`${effect.of}\``,
        `use ${possible.join(", ")}`,
      );
    }
    const inMessages =
      effect.identities === undefined && (databaseEffect(effect) === null || effect.column !== undefined);
    if (inMessages && !file.messages.every((message) => Object.hasOwn(message, effect.per))) {
      problems.add(
        ["effects", name, "per"],
        `not every message has a field \`${effect.per}\``,
        "name a field that all messages have",
      );
    }
  }
}

function checkHandlers(file: ScenarioFile, { readHandler, existing = [] }: ScenarioSource, problems: Problems): void {
  const roles = file.processes.map(({ role }) => role);
  if (!Object.hasOwn(file.handlers, "given"))
    problems.add(["handlers"], "there is no handler `given`", "declare the handler that learners read first");
  for (const [name, { role }] of Object.entries(file.handlers)) {
    if (readHandler(name) === null) {
      problems.add(
        ["handlers", name],
        `the file handlers/${name}.ts does not exist`,
        "write it, or remove the handler",
      );
    }
    if (role !== undefined && !roles.includes(role))
      problems.add(["handlers", name, "role"], `there is no role \`${role}\``, `use ${roles.join(", ")}`);
  }
  for (const name of existing) {
    if (!Object.hasOwn(file.handlers, name))
      problems.add(
        ["handlers"],
        `handlers/${name}.ts exists, but is not declared`,
        `declare \`${name}\`, or remove the file`,
      );
  }
  file.captions.forEach(({ handler }, index) => {
    if (!Object.hasOwn(file.handlers, handler))
      problems.add(["captions", index, "handler"], `there is no handler \`${handler}\``, "name one that is declared");
  });
}

function checkClaims(file: ScenarioFile, problems: Problems): void {
  const roles = file.processes.map(({ role }) => role);
  file.claims.forEach((claim, index) => {
    const path = ["claims", index];
    if (claim.id !== undefined && file.claims.findIndex(({ id }) => id === claim.id) !== index)
      problems.add([...path, "id"], `the claim \`${claim.id}\` exists twice`, "give each claim an id of its own");
    if (!Object.hasOwn(file.handlers, claim.handler))
      problems.add([...path, "handler"], `there is no handler \`${claim.handler}\``, "name one that is declared");
    if (!Object.hasOwn(file.effects, claim.effect))
      problems.add([...path, "effect"], `there is no effect \`${claim.effect}\``, "name one that is declared");
    if (claim.min !== undefined && claim.max !== undefined && claim.min > claim.max) {
      problems.add(
        [...path, "min"],
        `no number is at least ${claim.min} and at most ${claim.max}`,
        "exchange min and max",
      );
    }
    if (claim.min === undefined && claim.max === undefined && claim.set === undefined && claim.verdict === undefined) {
      problems.add(path, "the claim claims nothing", "give min, max, set or verdict");
    }
    if (claim.orders && (claim.schedule ?? claim.set ?? claim.min ?? claim.max) !== undefined)
      problems.add([...path, "orders"], "a claim about orders can state a verdict only", "remove schedule, set, min and max");
    if (typeof claim.bounds.processes === "object") {
      for (const role of Object.keys(claim.bounds.processes)) {
        if (!roles.includes(role))
          problems.add(
            [...path, "bounds", "processes", role],
            `there is no role \`${role}\``,
            `use ${roles.join(", ")}`,
          );
      }
    }
    checkFaults(file, claim.bounds, [...path, "bounds"], problems);
  });
  checkFaults(file, file.bounds, ["bounds"], problems);
}

function checkWhatIf(file: ScenarioFile, problems: Problems): void {
  file.whatIf.forEach((change, index) => {
    if (file.whatIf.findIndex(({ id }) => id === change.id) !== index)
      problems.add(["whatIf", index, "id"], `the change \`${change.id}\` exists twice`, "give each change an id of its own");
    if ("scenario" in change) return;
    const { handler, bounds } = change;
    if (!Object.hasOwn(file.handlers, handler))
      problems.add(["whatIf", index, "handler"], `there is no handler \`${handler}\``, "name one that is declared");
    checkFaults(file, bounds, ["whatIf", index, "bounds"], problems);
  });
}

/** A budget for a fault that can never strike would make a bound say more than it does. */
function checkFaults(
  file: ScenarioFile,
  faults: ScenarioFile["bounds"],
  path: readonly PropertyKey[],
  problems: Problems,
): void {
  const parts = Object.entries(file.parts).flatMap(([name, part]) => (part === undefined ? [] : [name]));
  for (const fault of idleFaults({ parts, processes: file.processes }, faults)) problems.add([...path, fault], ...idleFaultComplaint(fault));
}

/** Faults with a budget that nothing in a scenario can suffer. */
export function idleFaults(scenario: Consists, faults: Partial<Record<Fault, number | undefined>>): Fault[] {
  const striking = strikingFaults(scenario);
  return modelledFaults.filter((fault) => faults[fault] && !striking.includes(fault));
}

export function idleFaultComplaint(fault: Fault): [what: string, fix: string] {
  return [
    fault === "expiry"
      ? "`expiry` has a budget, but there is no queue"
      : `\`${fault}\` has a budget, but nothing is called that it could strike`,
    "remove the budget",
  ];
}

/** More would not end while somebody waits, and would not fit into memory. */
const mostTraffic = 1_000_000;

/** Traffic is that of a log, and each cause runs a handler of its consumers. */
function checkTraffic({ traffic, parts, handlers }: ScenarioFile, problems: Problems): void {
  if (!traffic) return;
  if (!parts.log) problems.add(["traffic"], "traffic needs consumers of a log, but the scenario has no log", "add the part log");
  const [fastest, slowest] = traffic["effect-ms"];
  if (fastest > slowest) problems.add(["traffic", "effect-ms"], `from ${fastest} to ${slowest} there is nothing`, "write the smaller number first");
  const names = traffic.causes.map(({ name }) => name);
  traffic.causes.forEach(({ name, handler, slow, load, rebalances }, index) => {
    const path = ["traffic", "causes", index];
    if (names.indexOf(name) !== index)
      problems.add([...path, "name"], `the cause \`${name}\` is declared twice`, "give each cause a name of its own");
    if (!Object.hasOwn(handlers, handler))
      problems.add([...path, "handler"], `there is no handler \`${handler}\``, "declare it under handlers");
    if (slow && slow.partitions > traffic.partitions)
      problems.add([...path, "slow", "partitions"], `there are only ${traffic.partitions} partitions`, "write a smaller number");
    if (traffic.messages * load > mostTraffic)
      problems.add([...path, "load"], `that makes more than ${mostTraffic} messages`, "write a smaller number");
    if (rebalances > traffic.messages)
      problems.add([...path, "rebalances"], "there are more rebalances than messages", "write a smaller number");
  });
}
