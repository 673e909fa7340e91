import { useEffect, useLayoutEffect } from 'react';
import { config } from '../config.ts';

let title = '';
let errors = 0;

const documentTitle = () => {
  const { shortName } = config().institution;
  const parts = title ? `${title} · ${shortName}` : shortName;
  return errors > 0 ? `Error: ${parts}` : parts;
};

const show = () => {
  document.title = documentTitle();
};

// The public wing on the server: effects do not run there, and a page is drawn from beginning to end.
const ON_SERVER = typeof document === 'undefined';

/** Draws a page on the server and says how its document is called. */
export const drawTitled = (route: string, draw: () => string): { html: string; title: string } => {
  title = route;
  errors = 0;
  const html = draw();
  return { html, title: documentTitle() };
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
  if (ON_SERVER && given) title = given;
  useEffect(() => {
    if (!given) return;
    title = given;
    show();
  }, [given]);
};

/** Prefixes the title with "Error: " while a form of the visible screen shows errors. */
export const useErrorTitle = (failing: boolean): void => {
  if (ON_SERVER && failing) errors += 1;
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
