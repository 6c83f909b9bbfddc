import type { z } from "zod";
import { modelledFaults } from "./scenario";

interface Complaint {
  what: string;
  fix: string;
}

const parts = "queue, database, stripe, mailer, alert, receivers, coordinator, log, redis";

/** Puts what zod found into a sentence for an author, with the way to mend it. */
export function describeIssue(issue: z.core.$ZodIssue): Complaint {
  const field = issue.path.length > 0 ? `\`${issue.path.map(String).join(".")}\`` : "the scenario";
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownKey(issue.keys[0] ?? "", issue.path);
    case "invalid_type":
      return issue.input === undefined && !("received" in issue)
        ? { what: `${field} is missing or is no ${issue.expected}`, fix: `write ${withArticle(issue.expected)} there` }
        : { what: `${field} is no ${issue.expected}`, fix: `write ${withArticle(issue.expected)} there` };
    case "invalid_value":
      return { what: `${field} has a value that is not known`, fix: `use ${issue.values.map(String).join(", ")}` };
    case "too_big":
      return { what: `${field} is above the largest possible value`, fix: `use at most ${String(issue.maximum)}` };
    case "too_small":
      return { what: `${field} is below the smallest possible value`, fix: `use at least ${String(issue.minimum)}` };
    case "invalid_key":
      return { what: `${field} is no possible name`, fix: issue.issues[0]?.message ?? "rename it" };
    case "invalid_format":
      return { what: `${field} is not written as expected`, fix: `it ${issue.message}` };
    case "invalid_union":
      return { what: `${field} is of no kind that is possible there`, fix: firstUnionMessage(issue) };
    default:
      return { what: `${field}: ${issue.message}`, fix: "correct the value" };
  }
}

function firstUnionMessage(issue: z.core.$ZodIssueInvalidUnion): string {
  const sentences = issue.errors.flatMap((alternative) =>
    alternative.slice(0, 1).map((inner) => describeIssue(inner).fix),
  );
  return sentences.length > 0 ? sentences.join(", or ") : "correct the value";
}

function unknownKey(key: string, path: readonly PropertyKey[]): Complaint {
  const last = path.at(-1);
  if (last === "parts") return { what: `there is no part \`${key}\``, fix: `use ${parts}` };
  if (last === "bounds") {
    return {
      what: `there is no bound \`${key}\``,
      fix: `use maxReceive, ${modelledFaults.join(", ")}`,
    };
  }
  return {
    what: `\`${[...path, key].map(String).join(".")}\` is no field of a scenario`,
    fix: "remove it or correct its name",
  };
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
