import { useEffect, useState } from "react";
import type { Frames } from "@/lib/simulator/run/frame";

type Decide = (choices: readonly string[]) => Promise<number | null>;

/**
 * After how many choices the run that the reader makes can no longer end well, as a search knows; null where it can,
 * and where nobody knows. What is decided stays so, however the run goes on.
 */
export function useDecided(decide: Decide | undefined, frames: Frames | null): number | null {
  const [found, setFound] = useState<{ along: string; after: number | null }>({ along: "", after: null });
  const along = frames ? frames.frames.map(({ choice }) => `${choice} `).join("") : null;
  useEffect(() => {
    if (!decide || along === null) return;
    let isCurrent = true;
    const tell = (after: number | null) => isCurrent && setFound({ along, after });
    decide(along.split(" ").slice(0, -1)).then(tell, () => tell(null));
    return () => {
      isCurrent = false;
    };
  }, [decide, along]);
  return decide && along?.startsWith(found.along) ? found.after : null;
}
