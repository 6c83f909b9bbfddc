interface RequestFigureProps {
  /** Names of the two lanes. */
  reader: string;
  server: string;
  /** What was asked, as it stands in a log. */
  request: string;
  /** How it ended, in words. */
  answer: string;
  /** `empty`: the server read and found nothing. `crash`: it died, and the reply never came. */
  ending: "empty" | "crash";
}

/** One request as a space-time diagram, in the marks that the lessons use: what a page says when it has nothing else. */
export function RequestFigure({ reader, server, request, answer, ending }: RequestFigureProps) {
  return (
    <svg width="100%" height="178" role="img" aria-label={`${request}: ${answer}`} className="overflow-visible">
      <defs>
        <marker id="request-head" viewBox="-8 -5 8 10" markerWidth="8" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto">
          <path d="M0 0L-8 -4V4Z" className="fill-ink" />
        </marker>
        <marker id="reply-head" viewBox="-8 -5 9 10" markerWidth="9" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto">
          <path d="M-7 -4L0 0L-7 4" className="fill-none stroke-ink-3 stroke-[1.25]" />
        </marker>
      </defs>
      <Lane y={44} name={reader} />
      <Lane y={140} name={server} />
      <line x1="18%" y1="44" x2="42%" y2="134" className="stroke-ink stroke-[1.5]" markerEnd="url(#request-head)" />
      <text x="18%" y="30" className="fill-ink font-mono text-1 font-medium">
        {request}
      </text>
      {ending === "crash" ? <Crash /> : <EmptyAnswer />}
      <text x={ending === "crash" ? "52%" : "43%"} y="168" textAnchor="middle" className="fill-ink-2 text-1">
        {answer}
      </text>
    </svg>
  );
}

function Lane({ y, name }: { y: number; name: string }) {
  return (
    <>
      <line x1="0" x2="100%" y1={y} y2={y} className="stroke-rule-2" />
      <text y={y - 9} className="fill-ink text-[14px] font-semibold">
        {name}
      </text>
    </>
  );
}

/** The server looked and found nothing: a ring on its lane, and a reply that says so. */
function EmptyAnswer() {
  return (
    <>
      <line x1="44%" y1="134" x2="70%" y2="48" className="stroke-ink-3 stroke-[1.25]" strokeDasharray="3 3" markerEnd="url(#reply-head)" />
      <svg x="43%" y="140" className="overflow-visible">
        <circle r="5" className="fill-paper stroke-ink stroke-[1.5]" />
      </svg>
    </>
  );
}

/** The server worked on the request and died: no reply is drawn, because there was none. */
function Crash() {
  const cross = "M-7 -7L7 7M-7 7L7 -7";
  return (
    <>
      <line x1="42%" x2="52%" y1="140" y2="140" className="stroke-ink stroke-6" />
      <svg x="52%" y="140" className="overflow-visible">
        <path d={cross} className="stroke-paper stroke-8" strokeLinecap="square" />
        <path d={cross} className="stroke-ink stroke-[3.5]" strokeLinecap="square" />
      </svg>
    </>
  );
}
