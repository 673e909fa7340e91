const PETALS = [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165];

const PETAL_LINES = PETALS.map((angle) => (
  <ellipse key={angle} cx="50" cy="50" rx="44.5" ry="32" transform={`rotate(${angle} 50 50)`} />
));

/** A guilloche rosette, as on security paper. Decorative. */
export function Rosette({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 100 100"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="0.18"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="50" cy="50" r="48" />
      <circle cx="50" cy="50" r="45.5" />
      {PETAL_LINES}
      <g transform="translate(50 50) scale(.55) translate(-50 -50)" strokeWidth="0.3">
        {PETAL_LINES}
      </g>
    </svg>
  );
}

/** The portal's seal: the rosette around a scale. Decorative. */
export function Seal({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 100 100"
      className={className}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="50" cy="50" r="48" strokeWidth="1.4" />
      <circle cx="50" cy="50" r="45.5" strokeWidth="0.5" />
      <g strokeWidth="0.5" opacity="0.75">
        {PETAL_LINES}
      </g>
      <circle cx="50" cy="50" r="27" fill="var(--surface)" strokeWidth="1" />
      <path
        d="M50 34v31M43 65h14M36 40h28M36 40l-6 14a6.5 6.5 0 0012 0zM64 40l-6 14a6.5 6.5 0 0012 0z"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
