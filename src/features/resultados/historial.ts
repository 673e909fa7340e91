import { defineHistorial } from '../../platform/shared/historial.ts';
import { MARCAS } from './asistencia/rules.ts';

const PALABRAS = { acreditada: 'Acreditada', noAcreditada: 'No acreditada', inscrita: 'Inscrita' };
const PALABRAS_MARCA = Object.fromEntries(
  Object.entries(MARCAS).map(([marca, { palabra }]) => [marca, palabra]),
);

export const resultadosHistorial = defineHistorial({
  registros: { resultado: 'Resultado', acta: 'Acta', kardex: 'Kárdex' },
  acciones: {
    'resultado.calificar': 'Registró la calificación',
    'resultado.observar': 'Escribió la observación',
    'resultado.marcarAsistencia': 'Registró la asistencia',
    'resultado.acreditar': 'Acreditó',
    'resultado.reprobar': 'No acreditó',
    'resultado.corregir': 'Se corrigió su resultado',
    'acta.cerrar': 'Cerró el acta',
    'acta.corregir': 'Corrigió el acta: una versión nueva',
    'acta.leer': 'Consultó el acta',
    'acta.hacerPdf': 'Se hizo el PDF del acta, que se conserva',
    'kardex.emitir': 'Emitió un kárdex',
    'acta.reponerPdf': 'Se regeneró el PDF del acta, sin cambios',
  },
  datos: {
    calificacion: 'Calificación',
    asistencia: { label: 'Asistencia', valores: PALABRAS_MARCA },
    porcentaje: 'Asistencia (por ciento)',
    resultado: { label: 'Resultado', valores: PALABRAS },
    fecha: 'Sesión',
    folio: 'Folio',
    version: 'Versión',
    acreditadas: 'Acreditadas',
    noAcreditadas: 'No acreditadas',
    firmante: 'Quién firma el PDF',
  },
  listas: {
    calificaciones: 'Calificaciones de una edición',
    asistencia: 'Asistencia de una edición',
  },
  tecnicos: ['sha256', 'edicionId', 'sesionId', 'actaId'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof resultadosHistorial.acciones, true> {}
}
