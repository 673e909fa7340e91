import { defineHistorial } from '../../../platform/shared/historial.ts';

export const copiasHistorial = defineHistorial({
  registros: { copia: 'Copia de datos' },
  acciones: {
    'copia.pedir': 'Pidió una copia de todos los datos',
    'copia.crear': 'La copia de los datos quedó lista',
    'copia.abrir': 'Confirmó su contraseña para descargar la copia de los datos',
    'copia.vencer': 'La copia de los datos venció y se borró',
    'copia.cambiarPersona': 'La copia de datos siguió a su titular a otro expediente',
  },
  datos: {
    filas: 'Registros',
    archivos: 'Archivos',
    bytes: 'Tamaño en bytes',
    venceEn: 'Se puede descargar hasta',
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof copiasHistorial.acciones, true> {}
}
