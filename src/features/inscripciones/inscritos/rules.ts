/** What the school may decide of what somebody sent. Pure. */
import { isFilaAbierta } from '../espera/rules.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';
import type { Decision } from './contract.ts';

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
