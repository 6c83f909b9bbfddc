import { useEffect, useRef } from "react";
import { sectionInView } from "@/components/ui/same-place";

/** How long a place has to be looked at to count as read, in ms: on the way up to the bar nobody stops. */
const dwell = { inTheText: 400, atTheTop: 6000 };

/**
 * The section that the reader was at, asked for when needed. The bar is at the top of the page: whoever goes up there
 * to change the language still means the place they came from.
 */
export function useReadingPlace(): () => string | null {
  const place = useRef<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      place.current = sectionInView(document);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(look, scrollY > 0 ? dwell.inTheText : dwell.atTheTop);
    };
    wait();
    addEventListener("scroll", wait, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", wait);
    };
  }, []);
  return () => sectionInView(document) ?? place.current;
}
