import { createElement } from 'react';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import {
  IconIdCard,
  IconPeople,
  IconPerson,
  IconSearch,
  IconSettings,
  IconWarning,
} from '../../../platform/web/ui/icons.tsx';
import { canReviewDuplicados } from '../duplicados/policy.ts';
import { duplicadoPagePath, duplicadosPath, duplicadosPaths } from '../duplicados/routes.ts';
import type * as expedientes from '../expedientes/contract.ts';
import { canListPersonas } from '../expedientes/policy.ts';
import {
  expedientesPath,
  expedientesPaths,
  expedientesPendientesPath,
} from '../expedientes/routes.ts';
import { canDecideFusiones } from '../fusiones/policy.ts';
import { fusionesPath, fusionesPaths, fusionPagePath } from '../fusiones/routes.ts';
import { fusionesHechasPath, fusionHechaPagePath, reversionPaths } from '../reversion/routes.ts';
import {
  ownPath,
  ownPreferenciasPath,
  partePagePaths,
  personasPaths,
  personPagePath,
  personPath,
  preferenciasPath,
} from '../routes.ts';
import type { ExpedienteParts } from './pages/person.tsx';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** In a person's file, the photo, and changing one's own. */
    expedienteFoto: ExpedienteParts['Foto'];
    /** In the place of the file of an account without one: what it waits for, or how to get one. */
    sinExpediente: ExpedienteParts['SinExpediente'];
    /** What staff may ask about somebody else, below their profile. */
    expedienteParaPersonal: ExpedienteParts['paraPersonal'][number];
    /** Below who the person is, in their profile. */
    expedienteIdentidad: ExpedienteParts['identidad'][number];
    /** Sections of «Preferencias». */
    preferencias: ExpedienteParts['preferencias'][number];
    /** Sections of «Contactos»; of somebody else's file, they get its key. */
    expedienteContactos: ExpedienteParts['contactos'][number];
    /** What a document of the vault is chosen with, in the forms of a file. */
    expedienteDocumento: ExpedienteParts['CampoDocumento'];
    /** Tabs of a person's file. */
    expedientePestanas: ExpedienteParts['pestanas'][number];
  }
}

const countPendientes = caller<typeof expedientes.getPendientesPersonas>('getPendientesPersonas');
const listPersonas = caller<typeof expedientes.listPersonas>('listPersonas');
const MINUTE = 60_000;
/** How many files wait for staff. */
const usePendientes = () =>
  useCall(countPendientes, null, { staleTime: MINUTE, refetchInterval: MINUTE });

export const personas: WebFeature = {
  name: 'personas',
  paths: [
    ...personasPaths,
    ...expedientesPaths,
    ...duplicadosPaths,
    ...fusionesPaths,
    ...reversionPaths,
  ],
  routes: ({ all, one }) => [
    {
      path: personPagePath,
      layout: 'main',
      access: isSignedIn,
      title: 'Mi expediente',
      screen: lazyScreen(async () => {
        const { PersonPage } = await import('./pages/person.tsx');
        const parts: ExpedienteParts = {
          Foto: one('expedienteFoto'),
          SinExpediente: one('sinExpediente'),
          paraPersonal: all('expedienteParaPersonal'),
          identidad: all('expedienteIdentidad'),
          preferencias: all('preferencias'),
          contactos: all('expedienteContactos'),
          CampoDocumento: one('expedienteDocumento'),
          pestanas: all('expedientePestanas'),
        };
        return { default: () => createElement(PersonPage, { parts }) };
      }),
    },
    ...partePagePaths.map((path) => ({
      path,
      layout: 'main' as const,
      access: isSignedIn,
      title: 'Mi expediente',
      screen: lazyScreen(() => import('./pages/parte.tsx')),
    })),
    {
      path: preferenciasPath,
      layout: 'main',
      access: isSignedIn,
      title: 'Preferencias y seguridad',
      screen: lazyScreen(() => import('./pages/preferencias.tsx')),
    },
    {
      path: expedientesPath,
      layout: 'main',
      access: canListPersonas,
      title: 'Expedientes',
      shape: 'list',
      screen: lazyScreen(() => import('../expedientes/web/pages/expedientes.tsx')),
    },
    {
      path: duplicadosPath,
      layout: 'main',
      access: canReviewDuplicados,
      title: 'Posibles duplicados',
      shape: 'list',
      screen: lazyScreen(() => import('../duplicados/web/pages/duplicados.tsx')),
    },
    {
      path: duplicadoPagePath,
      layout: 'main',
      access: canReviewDuplicados,
      title: 'Posibles duplicados',
      screen: lazyScreen(() => import('../duplicados/web/pages/duplicado.tsx')),
    },
    {
      path: fusionesPath,
      layout: 'main',
      access: canDecideFusiones,
      title: 'Fusiones por confirmar',
      screen: lazyScreen(() => import('../fusiones/web/pages/fusiones.tsx')),
    },
    {
      path: fusionesHechasPath,
      layout: 'main',
      access: canDecideFusiones,
      title: 'Fusiones realizadas',
      shape: 'list',
      screen: lazyScreen(() => import('../reversion/web/pages/hechas.tsx')),
    },
    {
      path: fusionHechaPagePath,
      layout: 'main',
      access: canDecideFusiones,
      title: 'Fusiones realizadas',
      screen: lazyScreen(() => import('../reversion/web/pages/reunida.tsx')),
    },
    {
      path: fusionPagePath,
      layout: 'main',
      access: canDecideFusiones,
      title: 'Fusiones por confirmar',
      screen: lazyScreen(() => import('../fusiones/web/pages/fusion.tsx')),
    },
  ],
  navigation: [
    { group: 'Mi portal', order: 120, label: 'Mi expediente', to: ownPath, icon: IconIdCard },
    {
      group: 'Expedientes',
      order: 210,
      label: 'Buscar un expediente',
      to: expedientesPath,
      icon: IconSearch,
      visible: canListPersonas,
    },
    {
      group: 'Expedientes',
      order: 220,
      label: 'Sin CURP',
      to: expedientesPendientesPath('sinCurp'),
      icon: IconPerson,
      visible: canListPersonas,
      useCount: () => usePendientes().data?.sinCurp,
    },
    {
      group: 'Expedientes',
      order: 230,
      label: 'Datos por revisar',
      to: expedientesPendientesPath('discrepancias'),
      icon: IconWarning,
      visible: canListPersonas,
      useCount: () => usePendientes().data?.discrepancias,
    },
    {
      group: 'Expedientes',
      order: 240,
      label: 'Posibles duplicados',
      to: duplicadosPath,
      icon: IconPeople,
      visible: canReviewDuplicados,
    },
    {
      group: 'Expedientes',
      order: 250,
      label: 'Fusiones por confirmar',
      to: fusionesPath,
      icon: IconPeople,
      visible: canDecideFusiones,
    },
  ],
  gives: {
    expedienteParaPersonal: [
      lazyPart(
        () => import('../accesibilidad/web/components/accesibilidad-persona.tsx'),
        'AccesibilidadPersona',
      ),
    ],
    preferencias: [
      {
        titulo: 'Accesibilidad',
        lead: 'Lo que necesita para participar. Solo lo ve Control Escolar, y usted ve cuándo y para qué.',
        Contenido: lazyPart(
          () => import('../accesibilidad/web/components/accesibilidad.tsx'),
          'Accesibilidad',
        ),
      },
    ],
    busqueda: [
      {
        grupo: 'Personas',
        visible: canListPersonas,
        buscar: async (busqueda, signal) => {
          const [{ filas }, { properName }] = await Promise.all([
            listPersonas({ busqueda, porPagina: 6 }, { signal }),
            import('../../../platform/shared/names.ts'),
          ]);
          return filas.map(({ clave, nombreCompleto }) => ({
            titulo: properName(nombreCompleto),
            detalle: clave,
            to: personPath(clave),
          }));
        },
      },
    ],
  },
  account: [
    {
      group: 'Mi portal',
      label: 'Preferencias y seguridad',
      to: ownPreferenciasPath,
      icon: IconSettings,
    },
  ],
};
