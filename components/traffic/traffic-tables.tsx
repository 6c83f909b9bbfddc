import { fill } from "@/components/ui/fill";
import { numberText, rateOf, rateText, signedText } from "@/components/traffic/traffic-numbers";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import type { ShownTraffic } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { timeAfter } from "@/lib/simulator/traffic/time-of-day";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import styles from "@/components/traffic/traffic.module.css";

interface CauseTableProps {
  causes: ShownTraffic["causes"];
  current: string;
  times: { from: string; to: string };
  words: TrafficWords;
  locale: Locale;
}

/** Every cause with its three rates, its hits by kind, what was handed out again, and the effects beside the ids. */
export function CauseTable({ causes, current, times, words, locale }: CauseTableProps) {
  // What matters first: a narrow screen shows only the first columns at once.
  const heads = [
    ...[words.emergency, words.difference],
    ...[words.before, words.during, words.after].map((text) => fill(text, times)),
    ...[words.completed, words.inFlight, words.redeliveries],
  ];
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.all}>
      <table className={styles.table}>
        <caption>{words.all}</caption>
        <thead>
          <tr>
            <th scope="col">{words.cause}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {causes.map(({ name, title, result: { before, during, after, messages, emergency } }) => (
            <tr key={name} data-current={name === current || undefined}>
              <th scope="row">{title[locale]}</th>
              <td data-emergency={emergency || undefined}>{emergency ? words.yes : words.no}</td>
              <td data-emergency={emergency || undefined}>{signedText(messages.effects - messages.distinct, locale)}</td>
              {[before, during, after].map(({ rate }, index) => (
                <td key={index}>{rateText(rate, words, locale)}</td>
              ))}
              <td>{numberText(during.hits.completed, locale)}</td>
              <td>{numberText(during.hits.in_flight, locale)}</td>
              <td>{numberText(during.redeliveries, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MinuteTableProps {
  window: ShownTraffic["window"];
  minutes: TrafficResult["minutes"];
  words: TrafficWords;
  locale: Locale;
}

/** The chart in numbers. */
export function MinuteTable({ window, minutes, words, locale }: MinuteTableProps) {
  const first = timeAfter(window.from, -window.before);
  return (
    <details className={styles.minutes}>
      <summary>{words.minutes}</summary>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.minutes}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[words.minute, words.rate, words.checks, words.completed, words.inFlight, words.effects, words.redeliveries].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {minutes.map((minute, index) => (
              <tr key={index}>
                <th scope="row">{timeAfter(first, index)}</th>
                <td>{rateText(rateOf(minute), words, locale)}</td>
                {[minute.checks, minute.hits.completed, minute.hits.in_flight, minute.effects, minute.redeliveries].map((count, column) => (
                  <td key={column}>{numberText(count, locale)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
