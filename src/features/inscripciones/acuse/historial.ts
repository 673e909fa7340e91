import { defineHistorial } from '../../../platform/shared/historial.ts';

export const acuseHistorial = defineHistorial({
  registros: { acuse: 'Acuse' },
  acciones: {
    'acuse.leer': 'Consultó el acuse',
    'acuse.hacerPdf': 'Se hizo el PDF del acuse, que se conserva',
    'acuse.reponerPdf': 'Se repuso el PDF del acuse, idéntico',
  },
  datos: { firmante: 'Quién firma el PDF' },
  tecnicos: ['sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof acuseHistorial.acciones, true> {}
}
