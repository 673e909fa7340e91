import '../ui/theme-boot.js';
import {
  type Appearance,
  followAppearance,
  readAppearance,
  writeAppearance,
} from '../ui/appearance.ts';
import { enhanceCheck } from './check-credential.ts';
import { enhanceCompare } from './compare.ts';
import { enhanceFindFile } from './find-file.ts';
import { enhanceDraft, forgetDraft } from './keep-draft.ts';
import { enhanceKeep } from './keep-offline.ts';
import { enhanceScan } from './scan.ts';

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

/** What an element with that attribute is made to do. */
const ENHANCED: Readonly<Record<string, (root: HTMLElement) => void>> = {
  'data-compare': enhanceCompare,
  'data-find': enhanceFindFile,
  'data-scan': enhanceScan,
  'data-check': enhanceCheck,
  'data-keep': enhanceKeep,
  'data-draft': enhanceDraft,
  'data-draft-over': forgetDraft,
};

document.addEventListener('DOMContentLoaded', () => {
  enhanceAppearance();
  for (const [name, enhance] of Object.entries(ENHANCED)) {
    for (const root of document.querySelectorAll<HTMLElement>(`[${name}]`)) enhance(root);
  }
});
