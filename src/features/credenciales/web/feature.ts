import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconClipboard } from '../../../platform/web/ui/icons.tsx';
import { canIssueEmitidos, canReadDisenos } from '../policy.ts';
import {
  credencialesPaths,
  disenoPagePath,
  disenosPath,
  EMITIDOS_PATH,
  PESTANA_OBTENIDOS,
  validarPath,
} from '../routes.ts';
import { credencialesPublic } from './public.ts';

const ofStaff = { layout: 'main', access: canIssueEmitidos } as const;
const entry = {
  group: 'Documentos emitidos',
  icon: IconClipboard,
  visible: canIssueEmitidos,
} as const;

export const credenciales: WebFeature = {
  name: 'credenciales',
  paths: credencialesPaths,
  publicWing: credencialesPublic,
  routes: [
    {
      ...ofStaff,
      path: EMITIDOS_PATH.certificado,
      title: 'Certificados',
      screen: lazyScreen(() => import('./pages/certificados.tsx')),
    },
    {
      ...ofStaff,
      path: EMITIDOS_PATH.credencial,
      title: 'Credenciales',
      screen: lazyScreen(() => import('./pages/credenciales.tsx')),
    },
    {
      ...ofStaff,
      path: EMITIDOS_PATH.reconocimiento,
      title: 'Reconocimientos',
      screen: lazyScreen(() => import('./pages/reconocimientos.tsx')),
    },
    {
      ...ofStaff,
      path: EMITIDOS_PATH.certificacion,
      title: 'Certificaciones',
      screen: lazyScreen(() => import('./pages/certificaciones.tsx')),
    },
    {
      ...ofStaff,
      path: EMITIDOS_PATH.grado,
      title: 'Grados',
      screen: lazyScreen(() => import('./pages/grados.tsx')),
    },
    {
      layout: 'main',
      access: canReadDisenos,
      path: disenosPath,
      title: 'Diseños',
      screen: lazyScreen(() => import('../disenos/web/pages/disenos.tsx')),
    },
    {
      layout: 'main',
      access: canReadDisenos,
      path: disenoPagePath,
      title: 'Diseño',
      screen: lazyScreen(() => import('../disenos/web/pages/diseno.tsx')),
    },
  ],
  navigation: [
    { ...entry, order: 261, label: 'Certificados', to: EMITIDOS_PATH.certificado },
    { ...entry, order: 262, label: 'Reconocimientos', to: EMITIDOS_PATH.reconocimiento },
    { ...entry, order: 263, label: 'Certificaciones', to: EMITIDOS_PATH.certificacion },
    { ...entry, order: 264, label: 'Grados', to: EMITIDOS_PATH.grado },
    { ...entry, order: 260, label: 'Credenciales', to: EMITIDOS_PATH.credencial },
    { ...entry, visible: canReadDisenos, order: 265, label: 'Diseños', to: disenosPath },
  ],
  gives: {
    sinIngresar: [
      {
        pregunta: '¿Le mostraron un documento de la escuela?',
        label: 'Valídelo por su folio',
        to: validarPath,
      },
    ],
    inicioDespues: [
      {
        titulo: 'Documentos que ha obtenido',
        Contenido: lazyPart(() => import('./components/emitidos-propios.tsx'), 'EmitidosPropios'),
      },
    ],
    edicion: [
      {
        titulo: 'Documentos de quienes acrediten',
        visible: canIssueEmitidos,
        Contenido: lazyPart(
          () => import('../emision/web/components/de-edicion.tsx'),
          'EmisionDeEdicion',
        ),
      },
    ],
    acta: [lazyPart(() => import('../acta/web/components/en-desacuerdo.tsx'), 'EnDesacuerdo')],
    personasDeRuta: [
      {
        titulo: 'Documentos de quienes la completen',
        visible: canIssueEmitidos,
        Contenido: lazyPart(() => import('../emision/web/components/de-ruta.tsx'), 'EmisionDeRuta'),
      },
    ],
    expedientePestanas: [
      {
        id: PESTANA_OBTENIDOS,
        titulo: 'Obtenidos',
        order: 57,
        Contenido: lazyPart(() => import('./components/obtenidos.tsx'), 'Obtenidos'),
      },
    ],
  },
};
