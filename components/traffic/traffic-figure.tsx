"use client";

import { useId, useState } from "react";
import { fill } from "@/components/ui/fill";
import { EffectBars } from "@/components/traffic/effect-bars";
import { MinuteTable, CauseTable } from "@/components/traffic/traffic-tables";
import { RateChart } from "@/components/traffic/rate-chart";
import { numberText } from "@/components/traffic/traffic-numbers";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import type { ShownTraffic } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { timeAfter } from "@/lib/simulator/traffic/time-of-day";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import styles from "@/components/traffic/traffic.module.css";

interface TrafficFigureProps {
  traffic: ShownTraffic;
  /** The cause that is shown first. */
  cause: string;
  words: TrafficWords;
  locale: Locale;
}

/**
 * What the meters showed, and what really happened: the hit rate by the minute, the effects beside the distinct ids, and
 * whether somebody has to be woken. Each possible cause is one press away; the table below says the same in numbers.
 */
export default function TrafficFigure({ traffic: { window, causes }, cause: first, words, locale }: TrafficFigureProps) {
  const id = useId();
  const [chosen, setChosen] = useState(first);
  const shown = causes.find(({ name }) => name === chosen) ?? causes[0];
  if (!shown) return null;
  const { result } = shown;
  const times = { from: window.from, to: timeAfter(window.from, window.minutes) };
  const { name, rest } = verdictOf(result, words, locale);
  return (
    <section className={styles.figure} aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`} className={styles.title}>
        {words.title}
      </h3>
      {causes.length > 1 && (
        <fieldset className={styles.causes}>
          <legend>{words.cause}</legend>
          {causes.map(({ name: value, title }) => (
            <label key={value}>
              <input type="radio" name={`${id}cause`} value={value} checked={value === shown.name} onChange={() => setChosen(value)} />
              {title[locale]}
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className={styles.verdict} data-emergency={result.emergency || undefined}>
        <em>{name}</em>: {rest}
      </p>
      <p className={styles.bounds}>
        {fill(words.bounds, { ...times, messages: numberText(result.messages.distinct, locale), seed: String(result.seed) })}{" "}
        {words.handler}: {shown.handler[locale]}.
      </p>
      <RateChart window={window} result={result} words={words} locale={locale} />
      <EffectBars messages={result.messages} words={words} locale={locale} />
      <CauseTable causes={causes} current={shown.name} times={times} words={words} locale={locale} />
      <MinuteTable window={window} minutes={result.minutes} words={words} locale={locale} />
    </section>
  );
}

/** A hit is no alarm. Effects that are not one for each message are. */
function verdictOf({ emergency, messages }: TrafficResult, words: TrafficWords, locale: Locale): { name: string; rest: string } {
  const difference = messages.effects - messages.distinct;
  if (!emergency) return { name: words.calm, rest: fill(words.calmRest, { effects: numberText(messages.effects, locale) }) };
  const rest = difference > 0 ? words.moreRest : difference < 0 ? words.fewerRest : words.mixedRest;
  return { name: words.more, rest: fill(rest, { difference: numberText(Math.abs(difference), locale) }) };
}
