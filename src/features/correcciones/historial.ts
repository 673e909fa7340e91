import { defineHistorial } from '../../platform/shared/historial.ts';
import { CORRECCION } from './estados.ts';
import { ETIQUETAS } from './rules.ts';

export const correccionesHistorial = defineHistorial({
  registros: { correccion: 'Corrección de datos' },
  acciones: {
    'correccion.pedir': 'Pidió corregir sus datos',
    'correccion.retirar': 'Retiró la corrección que había pedido',
    'correccion.listar': 'Consultó las correcciones por revisar',
    'correccion.leer': 'Consultó una corrección pedida',
    'correccion.aprobar': 'Aprobó la corrección de los datos',
    'correccion.rechazar': 'Rechazó la corrección de los datos',
    'correccion.anular': 'La corrección quedó sin efecto: el expediente cambió',
    'correccion.cambiarPersona': 'La corrección siguió a su titular a otro expediente',
  },
  datos: {
    datosPedidos: { label: 'Datos por corregir', valores: ETIQUETAS },
    documento: { label: 'Documento que lo comprueba', registro: 'documento' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    personaId: { label: 'Expediente', registro: 'persona' },
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(CORRECCION.estados.map((one) => [one, CORRECCION.palabra(one)])),
    },
  },
  listas: { correcciones: 'Correcciones' },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof correccionesHistorial.acciones, true> {}
}
