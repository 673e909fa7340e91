import { lazyPart, type WebFeature } from '../../../platform/web/feature.ts';

export const trabajos: WebFeature = {
  name: 'trabajos',
  gives: { tools: [lazyPart(() => import('./components/bandeja.tsx'), 'Bandeja')] },
};
