import { defineEstados, type EstadoDe, type Tono } from '../../platform/shared/estados.ts';

/** A version of a route is written, then in force, then kept for ever for who began under it. */
export const VERSION_RUTA = defineEstados({
  tabla: 'ruta_versiones',
  estados: {
    borrador: ['Borrador', 'neutral'],
    publicada: ['Publicada', 'success'],
    archivada: ['Archivada', 'neutral'],
  },
  pasos: {
    escribir: { de: [null], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    publicar: { de: ['borrador'], a: 'publicada' },
    // Another one takes its place, or nobody begins the route any more.
    archivar: { de: ['publicada'], a: 'archivada' },
  },
});
export type EstadoVersionRuta = EstadoDe<typeof VERSION_RUTA>;

/** What a course of a route is to somebody, which follows from their results: word and tone. */
export const ESTADOS_CURSO = {
  acreditado: ['Acreditado', 'success'],
  cursando: ['Lo está cursando', 'warning'],
  disponible: ['Puede tomarlo ahora', 'info'],
  bloqueado: ['Todavía no', 'neutral'],
} as const satisfies Record<string, readonly [palabra: string, tono: Tono]>;
export type EstadoCurso = keyof typeof ESTADOS_CURSO;

/** The same of a stage or a group. */
export const ESTADOS_GRUPO = {
  completo: ['Sin pendientes', 'success'],
  enCurso: ['En curso', 'warning'],
  disponible: ['Por comenzar', 'info'],
  bloqueado: ['Todavía no', 'neutral'],
} as const satisfies Record<string, readonly [palabra: string, tono: Tono]>;
export type EstadoGrupo = keyof typeof ESTADOS_GRUPO;

/** Where somebody is in a route. */
export const ESTADOS_AVANCE = {
  sinComenzar: ['Sin comenzar', 'neutral'],
  enCurso: ['En curso', 'info'],
  completada: ['Completada', 'success'],
} as const satisfies Record<string, readonly [palabra: string, tono: Tono]>;
export type EstadoAvance = keyof typeof ESTADOS_AVANCE;
