import { useEffect, type RefObject } from "react";

/** What a page of A4 has between its margins, in pixels as print counts them: 178 mm by 259 mm at 96 to the inch. */
const paper = { width: 672, height: 978 };

/** Smaller letters than this nobody reads: the figure runs on to the next page instead. */
const smallest = 0.5;

/**
 * Draws an element that is wider or higher than a page as much smaller as it has to be while the page is printed: paper
 * does not scroll.
 */
export function usePaperFit(figure: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const setZoom = (zoomOf: (element: HTMLElement) => string) => () => {
      if (figure.current) figure.current.style.zoom = zoomOf(figure.current);
    };
    const shrink = setZoom(({ scrollWidth, scrollHeight }) => String(zoomOnPaper(scrollWidth, scrollHeight)));
    const restore = setZoom(() => "");
    addEventListener("beforeprint", shrink);
    addEventListener("afterprint", restore);
    return () => {
      removeEventListener("beforeprint", shrink);
      removeEventListener("afterprint", restore);
    };
  }, [figure]);
}

/** How much smaller something of this size, in pixels of the screen, has to be; 1 where it fits. */
export function zoomOnPaper(width: number, height: number): number {
  return Math.max(smallest, Math.min(1, paper.width / width, paper.height / height));
}
