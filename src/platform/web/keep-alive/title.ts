import { useEffect, useLayoutEffect } from 'react';
import { config } from '../config.ts';

let title = '';
let errors = 0;

const show = () => {
  const { shortName } = config().institution;
  const parts = title ? `${title} · ${shortName}` : shortName;
  document.title = errors > 0 ? `Error: ${parts}` : parts;
};

/** The route's own title, until the screen gives a better one with `useTitle`. */
export const useRouteTitle = (given: string): void => {
  // A layout effect, so that it runs before any effect of the screen inside.
  useLayoutEffect(() => {
    title = given;
    show();
  }, [given]);
};

/** Titles the document while this screen is visible; runs again when it is shown again. */
export const useTitle = (given: string | undefined): void => {
  useEffect(() => {
    if (!given) return;
    title = given;
    show();
  }, [given]);
};

/** Prefixes the title with "Error: " while a form of the visible screen shows errors. */
export const useErrorTitle = (failing: boolean): void => {
  useEffect(() => {
    if (!failing) return;
    errors += 1;
    show();
    return () => {
      errors -= 1;
      show();
    };
  }, [failing]);
};
