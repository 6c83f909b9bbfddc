export type Outcome = "one" | "proved" | "double" | "lost" | "stuck" | "wrong";

/**
 * The outcome of a run as coins, because outcomes count effects: one open coin, filled coins for charges, a dashed coin
 * for none. Drawn in the current colour on `--glyph-ground` (the paper, unless a cell says otherwise). From four effects
 * on: one coin, and the number stands beside it.
 */
export function OutcomeGlyph({ outcome, effects = 2 }: { outcome: Outcome; effects?: number }) {
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true" className="glyph" fill="none" stroke="currentColor" strokeWidth="1.7">
      <Coins outcome={outcome} effects={effects} />
    </svg>
  );
}

function Coins({ outcome, effects }: { outcome: Outcome; effects: number }) {
  switch (outcome) {
    case "one":
      return <circle cx="9" cy="6" r="4.6" />;
    case "proved":
      return (
        <>
          <circle cx="9" cy="6" r="5.6" fill="currentColor" stroke="none" />
          <path className="glyph-cut" strokeWidth="1.8" d="M6.2 6.2L8.3 8.3L12 4" />
        </>
      );
    case "double":
      return doubleCoins(effects).map(({ x, r }) => (
        <circle key={x} cx={x} cy="6" r={r} className="glyph-cut" fill="currentColor" strokeWidth="1.3" />
      ));
    case "lost":
      return (
        <>
          <circle cx="9" cy="6" r="4.6" strokeDasharray="2.2 1.9" />
          <path d="M4 11L14 1" />
        </>
      );
    case "stuck":
      return (
        <>
          <circle cx="9" cy="6" r="4.8" />
          <path strokeWidth="1.9" d="M7.4 3.8V8.2M10.6 3.8V8.2" />
        </>
      );
    case "wrong":
      return (
        <>
          <circle cx="9" cy="6" r="5.2" strokeWidth="1.4" />
          <path strokeWidth="1.3" d="M6.4 4.8H11.6M6.4 7.2H11.6M10.4 3L7.6 9" />
        </>
      );
  }
}

function doubleCoins(effects: number): { x: number; r: number }[] {
  if (effects > 3) return [{ x: 9, r: 5.2 }];
  if (effects === 3) return [4.4, 9, 13.6].map((x) => ({ x, r: 4.4 }));
  return [5.9, 12.1].map((x) => ({ x, r: 5.2 }));
}
