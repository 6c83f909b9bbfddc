import { useEffect, useState } from "react";

/** Time to read one step, in milliseconds. */
const stepMs = 1100;

export interface Player {
  playing: boolean;
  start: () => void;
  pause: () => void;
}

/** Goes on step by step while the reader lets it. `step` tells whether there is another one after it. */
export function usePlaying(step: () => boolean): Player {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setPlaying(step()), stepMs);
    return () => clearTimeout(timer);
  }, [playing, step]);
  return { playing, start: () => setPlaying(true), pause: () => setPlaying(false) };
}
