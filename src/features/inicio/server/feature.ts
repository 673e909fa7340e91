import { defineServerFeature } from '../../../platform/server/feature.ts';
import { inicioPath } from '../routes.ts';

export const inicio = defineServerFeature({ name: 'inicio', paths: [inicioPath] });
