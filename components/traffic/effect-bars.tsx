import { numberText, signedText } from "@/components/traffic/traffic-numbers";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import { styled } from "@/components/ui/styled";
import type { Locale } from "@/lib/locale";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import styles from "@/components/traffic/traffic.module.css";

interface EffectBarsProps {
  messages: TrafficResult["messages"];
  words: TrafficWords;
  locale: Locale;
}

/** Distinct ids above effects on one scale: what is too much, or missing, is red. */
export function EffectBars({ messages: { distinct, effects }, words, locale }: EffectBarsProps) {
  const longest = Math.max(distinct, effects);
  const part = (count: number) => `${(count / longest) * 100}%`;
  const difference = effects - distinct;
  return (
    <dl className={styles.effects}>
      <dt>{words.ids}</dt>
      <dd>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.amount} ref={styled({ width: part(distinct) })} />
        </span>
        {numberText(distinct, locale)}
      </dd>
      <dt>{words.effects}</dt>
      <dd>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.amount} ref={styled({ width: part(Math.min(effects, distinct)) })} />
          {difference !== 0 && (
            <span className={difference > 0 ? styles.surplus : styles.missing} ref={styled({ width: part(Math.abs(difference)) })} />
          )}
        </span>
        {numberText(effects, locale)}
        {difference !== 0 && <strong> ({signedText(difference, locale)})</strong>}
      </dd>
    </dl>
  );
}
