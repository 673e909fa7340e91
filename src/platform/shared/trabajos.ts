import { defineEstados, type EstadoDe } from './estados.ts';

/** The states of a job that people see. */
export const TRABAJO = defineEstados({
  tabla: 'trabajos_visibles',
  estados: {
    enCola: ['En espera', 'neutral'],
    enCurso: ['En curso', 'info'],
    terminado: ['Terminado', 'success'],
    fallido: ['No se hizo', 'danger'],
    cancelado: ['Cancelado', 'neutral'],
  },
  pasos: {
    pedir: { de: [null], a: 'enCola' },
    // Delivered again after its process died, it begins anew.
    empezar: { de: ['enCola', 'enCurso'], a: 'enCurso' },
    esperar: { de: ['enCurso'], a: 'enCola' },
    terminar: { de: ['enCurso'], a: 'terminado' },
    fallar: { de: ['enCurso'], a: 'fallido' },
    // The queue delivers it no more.
    abandonar: { de: ['enCola', 'enCurso'], a: 'fallido' },
    cancelar: { de: ['enCola', 'enCurso'], a: 'cancelado' },
    reintentar: { de: ['fallido', 'cancelado'], a: 'enCola' },
  },
  grupos: { vivos: ['enCola', 'enCurso'] },
});
export type TrabajoEstado = EstadoDe<typeof TRABAJO>;

/** What a job leaves when it ends. */
export type TrabajoResultado = {
  /** One Spanish sentence for the tray. */
  mensaje: string;
  /** A file to download: its id in `/api/exportaciones/{id}`, and what it is called. */
  archivo?: { id: string; nombre: string };
  /** Figures worth showing, by their Spanish name («filas escritas»). */
  cifras?: Record<string, number>;
  /** False: trying again would end the same way. */
  reintentable?: boolean;
};
