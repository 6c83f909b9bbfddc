import { parse } from "yaml";
import { z } from "zod";
import { mostAsked, type KnownClaim } from "./question";

const claim = z.looseObject({
  handler: z.string(),
  effect: z.string(),
  bounds: z.unknown().optional(),
  profiles: z.unknown().optional(),
  min: z.int().optional(),
  max: z.int().min(0).max(mostAsked),
  verdict: z.string().optional(),
  schedule: z.undefined().optional(),
  orders: z.undefined().optional(),
});
const scenarioSchema = z.looseObject({ claims: z.array(z.unknown()) });

/**
 * The first claim of a scenario that says how often something happens in the worst case of `given`. Null without one, and
 * for a text that is no scenario.
 */
export function knownClaim(scenario: string, text: string): KnownClaim | null {
  const claims = scenarioSchema.safeParse(parsed(text)).data?.claims ?? [];
  for (const candidate of claims) {
    const read = claim.safeParse(candidate).data;
    if (read?.handler !== "given") continue;
    const { handler, bounds, profiles, effect, min, max, verdict } = read;
    return JSON.parse(JSON.stringify({ scenario, handler, bounds, profiles, effect, min, max, verdict })) as KnownClaim;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return null;
  }
}
