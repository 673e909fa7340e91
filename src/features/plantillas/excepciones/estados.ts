import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** Somebody excused from a rule: it waits for a second person, holds until its day, or is taken back. */
export const EXCEPCION = defineEstados({
  tabla: 'excepciones',
  estados: {
    pendiente: ['Por aprobar', 'info'],
    vigente: ['Aprobada', 'success'],
    rechazada: ['Rechazada', 'danger'],
    retirada: ['Retirada', 'neutral'],
  },
  pasos: {
    pedir: { de: [null], a: 'pendiente' },
    aprobar: { de: ['pendiente'], a: 'vigente' },
    rechazar: { de: ['pendiente'], a: 'rechazada' },
    retirar: { de: ['pendiente', 'vigente'], a: 'retirada' },
  },
});
export type EstadoExcepcion = EstadoDe<typeof EXCEPCION>;
