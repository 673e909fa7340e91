import '../ui/theme-boot.js';
import {
  type Appearance,
  followAppearance,
  readAppearance,
  writeAppearance,
} from '../ui/appearance.ts';
import { enhanceCompare } from './compare.ts';

/*
 * The one script of the public wing's pages, which are whole without it. It runs before the first paint, so
 * that the chosen theme does not flash and what needs a script takes its place at once (theme-boot.js).
 */
/** Theme and text size, at the foot. */
const enhanceAppearance = (): void => {
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-appearance]')) {
    const name = select.dataset.appearance as keyof Appearance;
    const show = () => {
      select.value = readAppearance()[name];
    };
    show();
    followAppearance(show);
    select.addEventListener('change', () =>
      writeAppearance({ ...readAppearance(), [name]: select.value }),
    );
  }
};

document.addEventListener('DOMContentLoaded', () => {
  enhanceAppearance();
  for (const root of document.querySelectorAll<HTMLElement>('[data-compare]')) enhanceCompare(root);
});
