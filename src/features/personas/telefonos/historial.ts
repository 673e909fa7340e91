import { defineHistorial } from '../../../platform/shared/historial.ts';

export const telefonosHistorial = defineHistorial({
  acciones: {
    'persona.pedirCodigoTelefono': 'Pidió un código para verificar un teléfono',
    'persona.agotarCodigoTelefono': 'Escribió mal 5 veces el código de un teléfono',
    'persona.verificarTelefono': 'Verificó un teléfono con su código',
  },
  tecnicos: ['entrada'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof telefonosHistorial.acciones, true> {}
}
