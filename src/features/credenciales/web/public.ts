import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { tarjetaPagePath, validacionPagePath, validarPath } from '../routes.ts';

export const credencialesPublic: PublicFeature = {
  pages: [
    {
      path: validarPath,
      title: 'Validar un documento',
      load: () => import('../validacion/web/pages/validar.tsx'),
    },
    {
      path: validacionPagePath('certificado'),
      title: 'Validar un certificado',
      load: () => import('../validacion/web/pages/certificado.tsx'),
    },
    {
      path: validacionPagePath('credencial'),
      title: 'Validar una credencial',
      load: () => import('../validacion/web/pages/credencial.tsx'),
    },
    {
      path: validacionPagePath('reconocimiento'),
      title: 'Validar un reconocimiento',
      load: () => import('../validacion/web/pages/reconocimiento.tsx'),
    },
    {
      path: validacionPagePath('grado'),
      title: 'Validar un grado',
      load: () => import('../validacion/web/pages/grado.tsx'),
    },
    {
      path: validacionPagePath('certificacion'),
      title: 'Validar una certificación',
      load: () => import('../validacion/web/pages/certificacion.tsx'),
    },
    {
      path: tarjetaPagePath,
      title: 'Credencial',
      load: () => import('../tarjeta/web/pages/tarjeta.tsx'),
    },
  ],
  footer: [{ label: 'Validar un documento', to: validarPath }],
};
