import { useEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

/** How far outside the window an element may be and still count: a fast scroll must not meet an empty place. */
const margin = "800px 0px";

/**
 * True from the moment on at which an element comes near the window, so that what is far away costs nothing; true for
 * all at once where the page is printed, and where the browser cannot tell.
 */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (near || !target) return;
    const observer = watch(target, () => setNear(true));
    // The print is taken right after the event: what it shows has to stand there by then.
    const show = () => flushSync(() => setNear(true));
    window.addEventListener("beforeprint", show);
    return () => {
      observer?.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [element, near]);
  return near;
}

function watch(target: HTMLElement, act: () => void): IntersectionObserver | null {
  if (typeof IntersectionObserver === "undefined") {
    act();
    return null;
  }
  const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && act(), { rootMargin: margin });
  observer.observe(target);
  return observer;
}
