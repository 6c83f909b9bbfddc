import type { CrashWindow } from "@/components/simulator/diagram/crash-windows";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import type { DiagramWords } from "@/components/simulator/diagram/diagram-words";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import type { Locale } from "@/lib/locale";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface CrashWindowMarksProps {
  windows: readonly CrashWindow[];
  diagram: Diagram;
  geometry: Geometry;
  words: DiagramWords;
  locale: Locale;
  /** False while a crash is moved: then nothing is animated. */
  appears: boolean;
  /** How high the letters are set, as a multiple of 12 px. */
  textSize: number;
  /** Makes the names of the patterns unique on the page. */
  id: string;
}

/** The gap in which a crash does harm: a band through all lanes with a hatch on the one that dies, and its words. */
export function CrashWindowMarks({ windows, diagram, geometry, words, locale, appears, textSize, id }: CrashWindowMarksProps) {
  if (windows.length === 0) return null;
  return (
    <>
      <pattern id={`${id}all`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatchAll} d="M1 0V7" />
      </pattern>
      <pattern id={`${id}some`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatchSome} d="M.5 0V5" />
      </pattern>
      {windows.map((window) => (
        <g
          key={`${window.process} ${window.at}`}
          className={styles.window}
          data-violates={window.violates}
          data-upright={geometry.upright || undefined}
          data-appears={appears || undefined}
        >
          <g className={styles.band}>
            <Band window={window} diagram={diagram} geometry={geometry} id={id} />
          </g>
          <Name window={window} geometry={geometry} textSize={textSize} words={words} locale={locale} />
        </g>
      ))}
    </>
  );
}

/** Half of the height of the hatch on the lane that dies. */
const hatch = 22;

function Band({ window: { process, from, to, violates }, diagram, geometry, id }: Pick<CrashWindowMarksProps, "diagram" | "geometry" | "id"> & { window: CrashWindow }) {
  const { upright, width, along, across } = geometry;
  const [start, end, lane] = [along(from), along(to), across(process)];
  const [first, last] = [across(diagram.lanes[0]?.id ?? ""), across(diagram.lanes.at(-1)?.id ?? "")];
  const [top, bottom] = upright ? [26, width] : [first - 30, last + 30];
  const box = (low: number, high: number) =>
    upright
      ? { x: low, y: start, width: high - low, height: end - start }
      : { x: start, y: low, width: end - start, height: high - low };
  const jamb = (at: number) => (upright ? `M${top} ${at}H${bottom}` : `M${at} ${top}V${bottom}`);
  return (
    <>
      <rect className={styles.wash} {...box(top, bottom)} />
      <rect className={styles.ground} {...box(lane - hatch, lane + hatch)} />
      <rect fill={`url(#${id}${violates})`} {...box(lane - hatch, lane + hatch)} />
      <path className={styles.jamb} d={jamb(start) + jamb(end)} />
    </>
  );
}

function Name({ window, geometry, textSize, words, locale }: Pick<CrashWindowMarksProps, "geometry" | "textSize" | "words" | "locale"> & { window: CrashWindow }) {
  const { upright, width, along, across } = geometry;
  const name = window.violates === "all" ? words.crashWindow : words.sometimes;
  const caption = window.words?.[locale];
  if (upright) {
    // Beside the hatch, in as many lines as that takes.
    const lines = caption ? linesOf(caption, (width - 6 - across(window.process) - hatch) / 6.9) : [];
    const first = (along(window.from) + along(window.to)) / 2 + 5 - lines.length * 7.5;
    return (
      <>
        <text className={styles.windowName} x={width - 6} y={first} textAnchor="end">
          {name}
        </text>
        {lines.map((line, index) => (
          <text key={line} className={styles.windowWords} x={width - 6} y={first + (index + 1) * 15} textAnchor="end">
            {line}
          </text>
        ))}
      </>
    );
  }
  // Near an edge the words stay inside the figure.
  const half = (Math.max(name.length, caption?.length ?? 0) * 7.4 * textSize) / 2;
  const x = Math.min(Math.max((along(window.from) + along(window.to)) / 2, half), Math.max(half, width - half));
  return (
    <>
      <text className={styles.windowName} x={x} y={caption ? 33 - 17 * textSize : 33} textAnchor="middle">
        {name}
      </text>
      <text className={styles.windowWords} x={x} y="33" textAnchor="middle">
        {caption}
      </text>
    </>
  );
}

/** A sentence broken at spaces, so that each line has no more letters than fit; a longer word has a line of its own. */
function linesOf(text: string, most: number): string[] {
  return text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    return last !== undefined && last.length + 1 + word.length <= most ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
  }, []);
}
