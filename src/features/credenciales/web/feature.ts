import type { WebFeature } from '../../../platform/web/feature.ts';
import { credencialesPaths, validarPath } from '../routes.ts';
import { credencialesPublic } from './public.ts';

export const credenciales: WebFeature = {
  name: 'credenciales',
  paths: credencialesPaths,
  publicWing: credencialesPublic,
  gives: {
    sinIngresar: [
      {
        pregunta: '¿Le mostraron un documento de la escuela?',
        label: 'Valídelo por su folio',
        to: validarPath,
      },
    ],
  },
};
