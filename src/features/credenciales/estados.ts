import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A document that the school issues. That it is over is not a state of its own: its last day says it (`vigenciaDe`). */
export const EMITIDO = defineEstados({
  tabla: 'documentos_emitidos',
  estados: {
    borrador: ['Por aprobar', 'info'],
    vigente: ['Vigente', 'success'],
    suspendida: ['Suspendida', 'warning'],
    revocada: ['Revocada', 'danger'],
    sustituida: ['Sustituida', 'neutral'],
  },
  pasos: {
    preparar: { de: [null], a: 'borrador' },
    emitir: { de: [null, 'borrador'], a: 'vigente' },
    descartar: { de: ['borrador'], a: null },
    suspender: { de: ['vigente'], a: 'suspendida' },
    levantar: { de: ['suspendida'], a: 'vigente' },
    revocar: { de: ['vigente', 'suspendida'], a: 'revocada' },
    sustituir: { de: ['vigente', 'suspendida'], a: 'sustituida' },
  },
  grupos: {
    // What anybody may ask about, whatever happened to it later.
    emitidos: ['vigente', 'suspendida', 'revocada', 'sustituida'],
    // Their bit in the list of what was revoked is set, for ever.
    anulados: ['revocada', 'sustituida'],
  },
});
export type EstadoEmitido = EstadoDe<typeof EMITIDO>;
