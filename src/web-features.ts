import type { WebFeature } from './platform/web/feature.ts';

/**
 * The browser's wing of every feature: each `web/feature.ts` that there is, in the order of the folders. What is shown
 * in an order says its own place.
 */
export const WEB_FEATURES: readonly WebFeature[] = Object.values(
  import.meta.glob<Record<string, WebFeature>>('./features/*/web/feature.ts', { eager: true }),
).flatMap(Object.values);
