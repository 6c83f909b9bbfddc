import type { Diagram, Lane } from "@/components/simulator/diagram/diagram";
import type { DiagramWords } from "@/components/simulator/diagram/diagram-words";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import type { Locale } from "@/lib/locale";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import { databaseEffect, type EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface LaneNamesProps {
  diagram: Diagram;
  geometry: Geometry;
  effects: readonly EffectDeclaration[];
  counts: EffectCounts;
  at: number;
  /** True at the end of a run in which something wanted never happened. */
  lost: boolean;
  waiting: readonly string[];
  words: DiagramWords;
  locale: Locale;
  width: number;
  /** How high the letters are set, as a multiple of 12 px. */
  textSize: number;
}

/** Who stands on which lane, and how it is with them: who crashed or waits, how many effects there are. */
export function LaneNames({ diagram, geometry, width, textSize, locale, ...state }: LaneNamesProps) {
  const { upright } = geometry;
  const names = diagram.lanes.map((lane) => ({ ...lane, note: noteOf(lane, { diagram, upright, locale, ...state }) }));
  if (upright) {
    return (
      <g aria-hidden="true">
        {names.map(({ id, kind, name, note }, index) => {
          const isLast = index === names.length - 1;
          const place = isLast ? { x: geometry.width, textAnchor: "end" as const } : { x: geometry.across(id), textAnchor: "middle" as const };
          return (
            <g key={id}>
              <FigureText className={styles.shortName} data-process={kind === "process" ? id : undefined} {...place} y="13" geometry={geometry}>
                {kind === "process" ? id : name[locale]}
              </FigureText>
              <FigureText className={styles.note} data-violated={note?.violated || undefined} {...place} y="30" geometry={geometry}>
                {note?.text}
              </FigureText>
            </g>
          );
        })}
      </g>
    );
  }
  return (
    <svg className={styles.names} width={width} height={geometry.height} aria-hidden="true">
      {names.map(({ id, name, note }) => (
        <g key={id}>
          <text className={styles.name} x="0" y={geometry.across(id) + (note ? 1 : 5 * textSize)}>
            {name[locale]}
          </text>
          <text className={styles.note} data-violated={note?.violated || undefined} x="0" y={geometry.across(id) + 1 + 16 * textSize}>
            {note?.text}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Note {
  text: string;
  violated: boolean;
}

type State = Omit<LaneNamesProps, "geometry" | "width" | "textSize"> & { upright: boolean };

function noteOf(lane: Lane, { diagram, upright, effects, counts, at, lost, waiting, words, locale }: State): Note | null {
  const { id, kind } = lane;
  if (kind === "process") {
    if (waiting.includes(id)) return { text: words.waits, violated: false };
    const crash = diagram.steps.findLast((step) => step.kind === "crash" && step.to === id && step.at <= at);
    // Upright there is no room for more than a word.
    return crash ? { text: upright ? words.crashed : `${words.crashedAt} ${crash.at}`, violated: false } : null;
  }
  const kept = noteOfPart(lane, { diagram, upright, at, words });
  if (kept !== null) return { text: kept, violated: false };
  const counted = effects.find(({ of }) => laneOfEffect(of) === id);
  if (!counted) return null;
  const numbers = Object.values(counts[counted.name] ?? {});
  const noun = locale === "ru" ? counted.noun.ru[2] : counted.noun.en[1];
  return { text: `${noun}: ${numbers.join(", ")}`, violated: numbers.some((count) => count > counted.wanted || (lost && count < counted.wanted)) };
}

/** How far a partition is, what a queue is called by those who publish to it, how many events wait in an outbox. */
function noteOfPart({ id, kind }: Lane, { diagram, upright, at, words }: Pick<State, "diagram" | "upright" | "at" | "words">): string | null {
  const partition = diagram.partitions.find(({ lane }) => lane === id);
  if (partition && upright) return `${words.generationShort} ${partition.owners.findLast(({ from }) => from <= at)?.generation ?? 1}`;
  if (partition) return `${words.committed} ${partition.committed.findLast(({ from }) => from <= at)?.offset ?? 0}`;
  if (kind === "queue" && diagram.topics.length > 0) return `${words.topic} ${diagram.topics.join(", ")}`;
  return null;
}

/** The lane on which effects of this kind happen. */
function laneOfEffect(of: string): string {
  if (of === "alerts") return "alert";
  return databaseEffect({ of }) ? "database" : of.replace(/\..*$/, "");
}
