"use client";

import { useEffect, useState, type ReactNode } from "react";
import { useMarks } from "@/components/lesson/lesson-context";
import { placeOf } from "@/components/lesson/place";
import type { Stop } from "@/components/lesson/stops";
import styles from "@/components/lesson/climb.module.css";

interface ClimbProps {
  /** Id of the element that holds the text. */
  article: string;
  stops: readonly Stop[];
  label: string;
  /** The text, with an element of the id `article` in it. */
  children: ReactNode;
}

/**
 * How far the reader has climbed: an altitude tape beside the text, a segmented strip above it where there is no room.
 * Both show which questions are done and where on the page the reader is. The links of the tape come after the text:
 * who uses the keyboard has come to read.
 */
export function Climb({ article, stops, label, children }: ClimbProps) {
  const place = usePlace(article, stops);
  return (
    <>
      <Strip stops={stops} place={place} />
      {children}
      <Tape stops={stops} label={label} place={place} />
    </>
  );
}

/** A share of the way in steps of 1/400, or null before the page is measured. */
function usePlace(article: string, stops: readonly Stop[]): number | null {
  const [place, setPlace] = useState<number | null>(null);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      const text = document.getElementById(article)?.getBoundingClientRect();
      if (!text) return;
      const tops = stops.map(({ anchor }) => document.getElementById(anchor)?.getBoundingClientRect().top ?? text.top);
      const landmarks = [text.top, ...tops, text.bottom].map((top) => top + scrollY);
      const range = document.documentElement.scrollHeight - innerHeight;
      setPlace(Math.round(placeOf(landmarks, scrollY, range, innerHeight) * 400) / 400);
    };
    const schedule = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    schedule();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
    };
  }, [article, stops]);
  return place;
}

/** Small ticks from one stop to the next. */
const ticks = 5;

const height = (share: number) => `${100 - share * 100}%`;

function Tape({ stops, label, place }: { stops: readonly Stop[]; label: string; place: number | null }) {
  const marks = useMarks();
  return (
    <nav className={styles.tape} aria-label={label}>
      <svg width="76" height="100%">
        <defs>
          <pattern id="tape-ticks" width="1" height={1 / (ticks * (stops.length + 1))}>
            <path className={styles.axis} d="M53 0H58" />
          </pattern>
        </defs>
        <rect width="58" height="100%" fill="url(#tape-ticks)" />
        <line className={styles.axis} x1="58" x2="58" y1="0" y2="100%" />
        {place !== null && (
          <>
            <line className={styles.done} x1="58" x2="58" y1={height(place)} y2="100%" />
            <svg className={styles.here} y={height(place)} aria-hidden="true">
              <path d="M61 0l12 -9v18Z" />
            </svg>
          </>
        )}
        {stops.map(({ anchor, question, mark, name }, index) => (
          <a key={anchor} href={`#${anchor}`} aria-label={name}>
            <svg className={styles.stop} y={height((index + 1) / (stops.length + 1))}>
              <rect className={styles.hit} x="14" y="-12" width="56" height="24" />
              {question ? (
                <>
                  <circle className={styles.ring} data-mark={marks[question]} cx="58" r="4.5" />
                  {marks[question] === "half" && <circle className={styles.dot} cx="58" r="1.75" />}
                </>
              ) : (
                <>
                  <path className={styles.axis} d="M46 0H58" />
                  <text x="40" y="4" textAnchor="end" data-number={/^\d+$/.test(mark) || undefined}>
                    {mark}
                  </text>
                </>
              )}
            </svg>
          </a>
        ))}
      </svg>
    </nav>
  );
}

function Strip({ stops, place }: { stops: readonly Stop[]; place: number | null }) {
  const marks = useMarks();
  // One segment leads to each question and one to the end.
  const ends = stops.flatMap(({ question }, index) => (question ? { question, at: (index + 1) / (stops.length + 1) } : []));
  const segments = [...ends, { question: null, at: 1 }];
  const here = place === null ? -1 : segments.findIndex(({ at }) => at >= place);
  return (
    <div className={styles.strip} aria-hidden="true">
      {segments.map(({ question }, index) => (
        <i
          key={question ?? "end"}
          data-done={(question ? marks[question] === "done" : place === 1) || undefined}
          data-here={index === here || undefined}
        />
      ))}
    </div>
  );
}
