import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A correction that somebody asks for: it waits until staff decide, or its person withdraws it. */
export const CORRECCION = defineEstados({
  tabla: 'correcciones',
  estados: {
    pendiente: ['Por revisar', 'info'],
    aprobada: ['Aprobada', 'success'],
    rechazada: ['Rechazada', 'danger'],
    retirada: ['Retirada', 'neutral'],
    anulada: ['Sin efecto', 'neutral'],
  },
  pasos: {
    pedir: { de: [null], a: 'pendiente' },
    aprobar: { de: ['pendiente'], a: 'aprobada' },
    rechazar: { de: ['pendiente'], a: 'rechazada' },
    retirar: { de: ['pendiente'], a: 'retirada' },
    // The file is another now: it was merged, or got its CURP in another way.
    anular: { de: ['pendiente'], a: 'anulada' },
  },
});
export type EstadoCorreccion = EstadoDe<typeof CORRECCION>;
