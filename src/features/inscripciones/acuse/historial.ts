import { defineHistorial } from '../../../platform/shared/historial.ts';

export const acuseHistorial = defineHistorial({
  registros: { acuse: 'Acuse' },
  acciones: {
    'acuse.leer': 'Consultó el acuse',
    'acuse.hacerPdf': 'Se generó el PDF del acuse',
    'acuse.reponerPdf': 'Se regeneró el PDF del acuse, sin cambios',
  },
  datos: { firmante: 'Quién firma el PDF' },
  tecnicos: ['sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof acuseHistorial.acciones, true> {}
}
