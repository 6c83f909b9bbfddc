/** The mark of the product: a crash window, two jambs and the hatch between them. Ink, because here nothing is violated. */
export function HatchMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 15 15" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor">
        <path strokeWidth="1.5" d="M.75 0V15M14.25 0V15" />
        <path strokeWidth="1.1" d="M1.5 4.5L6 0M1.5 9L10.5 0M1.5 13.5L13.5 1.5M4.5 15L13.5 6M9 15L13.5 10.5" />
      </g>
    </svg>
  );
}
