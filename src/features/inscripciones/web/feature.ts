import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconClipboard } from '../../../platform/web/ui/icons.tsx';
import { inscritosPath } from '../../plantillas/routes.ts';
import { canDecideInscripciones, canUseOwnInscripciones } from '../policy.ts';
import {
  acusePagePath,
  acusePath,
  inscripcionesPaths,
  inscripcionPagePath,
  matriculaPath,
} from '../routes.ts';
import { inscripcionesPublic } from './public.ts';

export const inscripciones: WebFeature = {
  name: 'inscripciones',
  paths: inscripcionesPaths,
  publicWing: inscripcionesPublic,
  routes: [
    {
      path: inscripcionPagePath,
      layout: 'main',
      access: canUseOwnInscripciones,
      title: 'Inscripción',
      screen: lazyScreen(() => import('./pages/inscripcion.tsx')),
    },
    {
      path: matriculaPath,
      layout: 'main',
      access: canUseOwnInscripciones,
      title: 'Matrícula',
      screen: lazyScreen(() => import('./pages/matricula.tsx')),
    },
    {
      path: inscritosPath(':id'),
      layout: 'main',
      access: canDecideInscripciones,
      title: 'Inscripciones de una plantilla',
      shape: 'list',
      screen: lazyScreen(() => import('../inscritos/web/pages/inscritos.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 130,
      label: 'Matrícula',
      to: matriculaPath,
      icon: IconClipboard,
      visible: canUseOwnInscripciones,
    },
  ],
  gives: {
    estadosDeInscripcion: [
      async () => {
        const { INSCRIPCION } = await import('../estados.ts');
        return INSCRIPCION.estados
          .filter((estado) => estado !== 'borrador')
          .map((value) => ({ value, label: INSCRIPCION.palabra(value) }));
      },
    ],
    busqueda: [
      {
        grupo: 'Acuses',
        buscar: async (texto) => {
          const { formatFolio, parseFolio } = await import('../acuse/rules.ts');
          const folio = parseFolio(texto);
          return folio === null
            ? []
            : [
                {
                  titulo: `Acuse ${formatFolio(folio)}`,
                  detalle: 'Consultarlo',
                  to: acusePath(folio),
                },
              ];
        },
      },
    ],
    sinIngresar: [
      {
        pregunta: '¿Quiere comprobar un acuse de inscripción?',
        label: 'Consúltelo por su folio',
        to: acusePagePath,
      },
    ],
    inicio: [
      {
        titulo: 'Inscripciones abiertas',
        asks: ['listOfertas'],
        Contenido: lazyPart(() => import('../ofertas/web/components/ofertas.tsx'), 'Ofertas'),
      },
    ],
    expedienteParaPersonal: [
      lazyPart(() => import('../sensibles/web/components/datos-sensibles.tsx'), 'DatosSensibles'),
    ],
  },
};
