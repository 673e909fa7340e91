import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** What somebody asks of their data by right: it is answered within its term, and what is granted is done within another. */
export const TRAMITE_ARCO = defineEstados({
  tabla: 'tramites_arco',
  estados: {
    recibida: ['Recibida', 'info'],
    ampliada: ['Con plazo ampliado', 'warning'],
    procedente: ['Procedente', 'success'],
    parcial: ['Procedente en parte', 'success'],
    improcedente: ['Improcedente', 'danger'],
    cumplida: ['Cumplida', 'success'],
    retirada: ['Retirada', 'neutral'],
  },
  pasos: {
    recibir: { de: [null], a: 'recibida' },
    // The law allows it once.
    ampliar: { de: ['recibida'], a: 'ampliada' },
    conceder: { de: ['recibida', 'ampliada'], a: 'procedente' },
    concederEnParte: { de: ['recibida', 'ampliada'], a: 'parcial' },
    negar: { de: ['recibida', 'ampliada'], a: 'improcedente' },
    cumplir: { de: ['procedente', 'parcial'], a: 'cumplida' },
    retirar: { de: ['recibida', 'ampliada'], a: 'retirada' },
  },
  grupos: { porResponder: ['recibida', 'ampliada'] },
});
export type EstadoTramite = EstadoDe<typeof TRAMITE_ARCO>;

/** Whether what was asked was granted, all of it or a part, done or not yet. */
export const wasGranted = (estado: EstadoTramite): boolean =>
  TRAMITE_ARCO.can('cumplir', estado) || estado === TRAMITE_ARCO.pasos.cumplir.a;
