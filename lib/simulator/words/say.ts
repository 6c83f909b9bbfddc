import type { Words } from "../plain";
import type { Refusal } from "../process/history";
import type { Deed } from "../world/database/execution";
import type { Fact } from "../world/facts";
import { english } from "./en";
import { lifeName } from "./numbers";
import { russian } from "./ru";
import type { Sentences } from "./sentences";

function deedIn<Name extends Deed["deed"]>(
  language: Sentences,
  deed: Extract<Deed, { deed: Name }>,
  life: string,
): string {
  const sentence = language.deeds[deed.deed as Name] as (deed: Extract<Deed, { deed: Name }>, life: string) => string;
  return sentence(deed, life);
}

function factIn(language: Sentences, fact: Fact, life: string): string {
  if (fact.fact === "sql") return deedIn(language, fact.deed, life);
  if (fact.fact === "reply-lost")
    return language.replyLost(fact.applied ? factIn(language, fact.applied, life) : null, life);
  if (fact.fact === "server-error") return language.serverError(factIn(language, fact.applied, life));
  const sentence = language.facts[fact.fact] as (fact: Fact, life: string) => string;
  return sentence(fact, life);
}

/** A fact as a sentence of both languages. `life` is the process that it is about, such as `A2`. */
export function describeFact(fact: Fact, life: string): Words {
  const shown = lifeName(life);
  return { ru: factIn(russian, fact, shown), en: factIn(english, fact, shown) };
}

function refusalIn(language: Sentences, refusal: Refusal): string {
  const sentence = language.refusals[refusal.code](refusal);
  const place = refusal.line === null ? "" : language.at(refusal.line, refusal.column);
  if (refusal.inMigration) return `${language.migration}${place === "" ? ": " : `, ${place.charAt(0).toLowerCase()}${place.slice(1)}`}${sentence}`;
  return place === "" ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : place + sentence;
}

/** Why a handler cannot run here: the place, the reason, and what to do instead. */
export function describeRefusal(refusal: Refusal): Words {
  return { ru: refusalIn(russian, refusal), en: refusalIn(english, refusal) };
}
