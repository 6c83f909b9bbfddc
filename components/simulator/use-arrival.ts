import { useEffect, useRef, type RefObject } from "react";
import type { RunLink } from "@/lib/simulator/run/permalink";

/**
 * Follows a link: brings the reader to the run, and loads the engine when the link leads to another run than the one
 * that is shown. Following it was the press.
 */
export function useArrival(
  link: RunLink | null,
  elsewhere: RunLink | null,
  arriving: boolean,
  open: (choices: readonly string[]) => void,
  figure: RefObject<HTMLElement | null>,
) {
  const mayMove = useRef(arriving);
  useEffect(() => {
    if (!link) return;
    if (mayMove.current) figure.current?.scrollIntoView();
    mayMove.current = true;
  }, [link, figure]);
  useEffect(() => {
    if (elsewhere) open(elsewhere.choices);
  }, [elsewhere, open]);
}
