import type { WebFeature } from '../../../platform/web/feature.ts';
import { soportePaths } from '../routes.ts';

export const soporte: WebFeature = {
  name: 'soporte',
  paths: soportePaths,
};
