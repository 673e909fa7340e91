import type { ServerFeature } from '../../../platform/server/feature.ts';
import { inicioPaths } from '../routes.ts';

export const inicio: ServerFeature = { name: 'inicio', paths: inicioPaths };
