import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface StepButtonsProps {
  frames: Frames;
  geometry: Geometry;
  at: number;
  select: (steps: number) => void;
  words: SimulatorWords;
  locale: Locale;
}

/** One stop for the Tab key; inside it the arrows move along the run. */
export function StepButtons({ frames, geometry, at, select, words, locale }: StepButtonsProps) {
  const group = useRef<SVGGElement>(null);
  const count = frames.frames.length;
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    index === 0 ? Math.max(geometry.from, geometry.along(1) - 24) : index === count ? geometry.to : (geometry.along(index) + geometry.along(index + 1)) / 2,
  );

  function handleKey(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 1, End: count };
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(to, 1), count);
    select(next);
    group.current?.querySelector<SVGGElement>(`[data-step="${next}"]`)?.focus({ preventScroll: true });
  }

  return (
    <g ref={group} onKeyDown={handleKey}>
      {frames.frames.map((frame, index) => {
        const step = index + 1;
        const [from = 0, to = 0] = [edges[index], edges[step]];
        const choose = () => select(step);
        const drag = ({ buttons, pointerType }: PointerEvent) => {
          if (pointerType === "mouse" && buttons === 1) choose();
        };
        return (
          <g
            key={step}
            role="button"
            className={styles.button}
            data-step={step}
            tabIndex={step === Math.max(at, 1) ? 0 : -1}
            aria-label={`${words.stepColumn} ${step}. ${frame.words[locale]}`}
            aria-current={step === at ? "step" : undefined}
            onClick={choose}
            onPointerEnter={drag}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              choose();
            }}
          >
            <rect
              {...(geometry.upright
                ? { x: 1, y: from + 1, width: geometry.width - 2, height: Math.max(0, to - from - 2) }
                : { x: from + 1, y: 1, width: Math.max(0, to - from - 2), height: geometry.height - 2 })}
            />
          </g>
        );
      })}
    </g>
  );
}
