import type { WebFeature } from '../../../platform/web/feature.ts';
import { posgradoPaths } from '../routes.ts';

export const posgrado: WebFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  routes: [],
  navigation: [],
  gives: {},
};
