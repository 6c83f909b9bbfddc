import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { useUpright } from "@/components/simulator/diagram/use-room";
import styles from "@/components/present/present.module.css";

/** Height of the diagram's letters in pixels, where it is not enlarged. */
const plain = 12;

/** Width for which the diagram's own sizes are made, in pixels. */
const designed = 812;

/** Smallest text on a screen of this width, both in pixels. */
const least = { text: 26, screen: 1920 };

/**
 * Enlarges a figure as far as the room allows, and keeps its smallest text readable from the back row: where the height
 * allows no more, the letters grow alone. `children` gets their height as a multiple of 12 px.
 */
export function FittedFigure({ children }: { children: (textSize: number) => ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLDivElement>(null);
  const upright = useUpright();
  const [fit, setFit] = useState<{ scale: number; text: number } | null>(null);

  useEffect(() => {
    const [outer, inner] = [room.current, figure.current];
    if (!outer || !inner) return;
    const measure = () => {
      // Sizes before the transformation: the figure does not shrink because it was enlarged.
      const possible = Math.min(outer.clientWidth / designed, outer.clientHeight / Math.max(1, inner.offsetHeight));
      const scale = upright ? 1 : Math.max(1, Math.floor(possible * 50) / 50);
      const text = upright ? plain : Math.max(plain, ((least.text / least.screen) * window.innerWidth) / scale);
      setFit((before) => (before?.scale === scale && Math.abs(before.text - text) < 0.05 ? before : { scale, text }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [upright]);

  // Not before it was measured: the page may not come with styles of its own.
  const style = fit ? ({ "--scale": fit.scale, "--least": `${fit.text}px` } as CSSProperties) : undefined;
  return (
    <div ref={room} className={styles.room} data-upright={upright || undefined}>
      <div ref={figure} className={styles.fitted} style={style}>
        {children((fit?.text ?? plain) / plain)}
      </div>
    </div>
  );
}
