import { defineHistorial } from '../../../platform/shared/historial.ts';

export const factorHistorial = defineHistorial({
  registros: { ajuste: 'Ajuste' },
  acciones: {
    'ajuste.segundoFactor': 'Cambió a quién se exige el segundo factor',
  },
  datos: { roles: 'Roles a los que se exige' },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof factorHistorial.acciones, true> {}
}
