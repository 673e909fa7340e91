/** The line of an edition: who asks for which seats, and until when somebody may take the one they are offered. Pure. */
import { startOfDay } from '../../../platform/shared/dates.ts';
import type { Reparto } from '../../plantillas/cupos/contract.ts';
import { isReservado } from '../../plantillas/cupos/rules.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

const HORA = 3_600_000;

/** The quotas of a version as whoever asks for a seat meets them; `propios`: those of which they are. */
export const cuposPedidos = (
  { cupos }: Reparto,
  propios: readonly string[],
  { cierra, ahora }: { cierra: Date; ahora: Date },
) =>
  cupos.map((cupo) => ({
    clave: cupo.clave,
    lugares: cupo.lugares,
    reservado: isReservado(cupo, cierra, ahora),
    propio: propios.includes(cupo.clave),
  }));

/** Whether the line still moves: nobody is offered a seat in what has begun. `inicia`: YYYY-MM-DD. */
export const isFilaAbierta = (inicia: string, ahora: Date): boolean => ahora < startOfDay(inicia);

/** Until when a seat that is offered now is kept: the hours that the version gives, and never once it has begun. */
export const plazoDe = ({ horasParaAceptar }: Reparto, inicia: string, ahora: Date): Date =>
  new Date(Math.min(ahora.getTime() + horasParaAceptar * HORA, startOfDay(inicia).getTime()));

/** Whether the time to accept a seat that is offered until `hasta` (null: none is) is over: at that instant it is. */
export const isPlazoVencido = (hasta: Date | null, ahora: Date): boolean =>
  hasta !== null && hasta <= ahora;

/** Whether somebody may leave what they sent by themselves: a seat, until it begins; the line or the review, always. */
export const mayLeave = (estado: Estado, inicia: string, ahora: Date): boolean =>
  INSCRIPCION.can('darDeBaja', estado) && (estado !== 'inscrita' || isFilaAbierta(inicia, ahora));
