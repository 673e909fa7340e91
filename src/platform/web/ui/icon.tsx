import type { ReactNode, SVGProps } from 'react';

/** Drawn on a 24-px grid with one line weight. Decorative: the word beside it says it. */
export const icon = (drawing: ReactNode) =>
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, at module level
  function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        {drawing}
      </svg>
    );
  };

/** One line of a path. */
export const path = (d: string) => icon(<path d={d} />);
