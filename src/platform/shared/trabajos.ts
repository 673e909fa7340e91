/** The states of a job that people see. */
export const TRABAJO_ESTADOS = ['enCola', 'enCurso', 'hecho', 'fallido', 'cancelado'] as const;
export type TrabajoEstado = (typeof TRABAJO_ESTADOS)[number];

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
