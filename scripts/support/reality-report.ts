import { parts } from "@/lib/reality/parts";
import { failuresOf, type RealityResult } from "@/lib/reality/result";

/** A result as text: agreed of total by handler, what each part was checked against, and what failed. */
export function realityReport(result: RealityResult): string {
  const { versions, families, hermitage, rabbit, plants, rollback } = result;
  const handlers = families.flatMap(({ name, handlers: all }) =>
    all.map(({ scenario, handler, agreed, total }) => `  ${`${agreed}/${total}`.padStart(9)}  ${name}  ${scenario}  ${handler}`),
  );
  const sum = (of: (family: RealityResult["families"][number]) => number) => families.reduce((total, family) => total + of(family), 0);
  const notReplayable = families.flatMap((family) => Object.entries(family.notReplayable).map(([reason, times]) => `  ${times} ${family.name}: ${reason}`));
  const failures = failuresOf(result);
  return [
    `Simulator against reality, ${result.date}, seed ${result.seed}, ${result.seconds} s`,
    Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", "),
    "",
    "agreed/total by handler:",
    ...handlers,
    `${sum(({ agreed }) => agreed)} of ${sum(({ total }) => total)} schedules agree: ${sum(({ steps }) => steps)} steps, ${sum(({ replies }) => replies)} real replies, ${sum(({ kills }) => kills)} SIGKILLs, ${sum(({ blocked }) => blocked)} waits on both sides`,
    ...(notReplayable.length > 0 ? ["not replayed:", ...notReplayable] : []),
    "",
    `Hermitage: ${hermitage.filter(({ simulated, real }) => simulated === real).length} of ${hermitage.length} cells agree`,
    rabbit ? `RabbitMQ: ${rabbit.filter(({ agreed }) => agreed).length} of ${rabbit.length} rules agree` : "RabbitMQ: not asked",
    `planted faults: ${plants.filter(({ caught }) => caught).length} of ${plants.length} caught`,
    `from SIGKILL to rollback: median ${rollback.medianMs.toFixed(1)} ms, longest ${rollback.longestMs.toFixed(1)} ms, ${rollback.kills} kills`,
    "",
    ...parts.flatMap(({ name, real, documented }) => [
      ...(real ? [`${name.en}: checked against ${real.en}`] : []),
      ...(documented ? [`${name.en}: documented only: ${documented.en}`] : []),
    ]),
    ...(failures.length > 0 ? ["", "FAILED:", ...failures.map((line) => `  ${line}`)] : []),
  ].join("\n");
}
