import { defineHistorial } from '../../platform/shared/historial.ts';

export const correosHistorial = defineHistorial({
  registros: { correo: 'Correo' },
  acciones: {
    'correo.listar': 'Consultó la lista de correos',
    'correo.reenviar': 'Envió de nuevo un correo',
    'correo.descartar': 'Descartó un correo sin entregar',
    'correo.fallar': 'Un correo no se pudo entregar',
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof correosHistorial.acciones, true> {}
}
