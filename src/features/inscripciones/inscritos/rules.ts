/** What the school may decide of what somebody sent. Pure. */
import { isFilaAbierta } from '../espera/rules.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

export const DECISIONES = ['aceptar', 'rechazar', 'darDeBaja', 'reconsiderar'] as const;
export type Decision = (typeof DECISIONES)[number];

/** Those that say why, to the person, in so many characters at least. */
export const CON_MOTIVO: ReadonlySet<Decision> = new Set<Decision>(['rechazar', 'darDeBaja']);
export const MOTIVO_MIN = 10;

/** Whether what the school decided may be taken back: it decided it, nothing came of it since, and it has not begun. */
export const isReversible = (
  estado: Estado,
  decididaEn: Date | null,
  inicia: string,
  ahora: Date,
): boolean =>
  decididaEn !== null && INSCRIPCION.can('reconsiderar', estado) && isFilaAbierta(inicia, ahora);

/** What a row offers, by how it is. */
export const decisionesDe = (estado: Estado, reversible: boolean): Decision[] => [
  ...(INSCRIPCION.is('porDecidir', estado) ? (['aceptar', 'rechazar'] as const) : []),
  ...(estado === 'inscrita' || estado === 'enListaDeEspera' ? (['darDeBaja'] as const) : []),
  ...(reversible ? (['reconsiderar'] as const) : []),
];
