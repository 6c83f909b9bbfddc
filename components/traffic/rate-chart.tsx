import { numberText, rateOf, rateText, topOf } from "@/components/traffic/traffic-numbers";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import { styled } from "@/components/ui/styled";
import type { ShownTraffic } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { timeAfter } from "@/lib/simulator/traffic/time-of-day";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import styles from "@/components/traffic/traffic.module.css";

interface RateChartProps {
  window: ShownTraffic["window"];
  result: TrafficResult;
  words: TrafficWords;
  locale: Locale;
}

/** A bar for each minute, as high as its hit rate: solid for finished work, hatched for work in flight elsewhere. */
export function RateChart({ window, result, words, locale }: RateChartProps) {
  const { minutes } = result;
  const top = topOf(minutes);
  const first = timeAfter(window.from, -window.before);
  const steps = Array.from({ length: Math.round(top / 0.05) + 1 }, (_, step) => step * 0.05).reverse();
  const periods = [
    { name: "before", minutes: window.before, rate: result.before.rate },
    { name: "during", minutes: window.minutes, rate: result.during.rate },
    { name: "after", minutes: window.after, rate: result.after.rate },
  ];
  return (
    <div className={styles.chart}>
      <p className={styles.chartTitle}>{words.rate}</p>
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.scale}>
          {steps.map((step) => (
            <span key={step}>{new Intl.NumberFormat(locale, { style: "percent" }).format(step)}</span>
          ))}
        </div>
        <div className={styles.rates}>
          {periods.map(({ name, minutes: length, rate }) => (
            <span key={name} ref={styled({ flexGrow: String(length) })} data-period={name}>
              {rateText(rate, words, locale)}
            </span>
          ))}
        </div>
        <div className={styles.bars}>
          {minutes.map((minute, index) => {
            const share = (hits: number) => (minute.checks === 0 ? 0 : (hits / minute.checks / top) * 100);
            const inWindow = index >= window.before && index < window.before + window.minutes;
            return (
              <span key={index} className={styles.minute} data-window={inWindow || undefined}>
                {minute.hits.in_flight > 0 && <span className={styles.inFlight} ref={styled({ height: `${share(minute.hits.in_flight)}%` })} />}
                <span className={styles.completed} ref={styled({ height: `${share(minute.hits.completed)}%` })} />
              </span>
            );
          })}
        </div>
        <div className={styles.times}>
          {[...minutes.keys()].map((index) => (
            <span key={index}>
              {(index === window.before || index === window.before + window.minutes || index === 0) && timeAfter(first, index)}
            </span>
          ))}
        </div>
      </div>
      <p className="sr-only">
        {minutes.map((minute, index) => `${timeAfter(first, index)} ${rateText(rateOf(minute), words, locale)}`).join("; ")}
      </p>
      <ul className={styles.legend}>
        <li>
          <span className={styles.completed} aria-hidden="true" /> {words.completed}: {numberText(result.during.hits.completed, locale)}
        </li>
        <li>
          <span className={styles.inFlight} aria-hidden="true" /> {words.inFlight}: {numberText(result.during.hits.in_flight, locale)}
        </li>
      </ul>
    </div>
  );
}
