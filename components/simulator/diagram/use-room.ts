import { useEffect, useState, useSyncExternalStore, type RefObject } from "react";

const narrow = "(width < 53.75rem)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True where time has to run down: the layout's own break at 860 px. */
export function useUpright(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
}

/** Width of an element's content in whole pixels; null until it is in the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
