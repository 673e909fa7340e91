import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconMail } from '../../../platform/web/ui/icons.tsx';
import type { getPendientesSoporte } from '../bandeja/contract.ts';
import { canAskSoporte, canAttendSoporte } from '../policy.ts';
import { soportePath, soportePaths } from '../routes.ts';

const MINUTE = 60_000;
const countPendientes = caller<typeof getPendientesSoporte>('getPendientesSoporte');

export const soporte: WebFeature = {
  name: 'soporte',
  paths: soportePaths,
  routes: [
    {
      path: soportePath,
      layout: 'main',
      access: canAskSoporte,
      title: 'Soporte',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/soporte.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 140,
      label: 'Soporte',
      to: soportePath,
      icon: IconMail,
      visible: (quien) => canAskSoporte(quien) && !canAttendSoporte(quien),
    },
    {
      group: 'Expedientes',
      order: 205,
      label: 'Soporte',
      to: soportePath,
      icon: IconMail,
      visible: canAttendSoporte,
      useCount: () =>
        useCall(countPendientes, null, { staleTime: MINUTE, refetchInterval: MINUTE }).data?.espera,
    },
  ],
};
