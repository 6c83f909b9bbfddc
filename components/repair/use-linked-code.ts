import { useEffect, useEffectEvent, useState } from "react";
import { codeInFragment, type LinkedCode, type ReadLink } from "@/components/repair/code-link";

/** The handler that the address carries, and what became of it. */
export interface Arrival {
  link: ReadLink;
  settled: "taken" | "kept" | null;
}

/**
 * Reads the handler that the address carries, also when another address is followed later. `arrive` takes it, where
 * nothing stands in its way, and returns whether it has.
 */
export function useLinkedCode(arrive: (code: LinkedCode) => boolean): [Arrival, (settled: "taken" | "kept") => void] {
  const [arrival, setArrival] = useState<Arrival>({ link: { state: "none" }, settled: null });
  const take = useEffectEvent(arrive);
  useEffect(() => {
    let latest = 0;
    const read = () => {
      const own = ++latest;
      void codeInFragment(window.location.hash).then((link) => {
        if (own !== latest) return;
        setArrival({ link, settled: link.state === "code" && take(link) ? "taken" : null });
      });
    };
    read();
    window.addEventListener("hashchange", read);
    return () => {
      latest = -1;
      window.removeEventListener("hashchange", read);
    };
  }, []);
  return [arrival, (settled) => setArrival({ link: arrival.link, settled })];
}
