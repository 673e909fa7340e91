import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { type EstadoPresolicitud, PRESOLICITUD } from '../../../estados.ts';

export const EstadoDePresolicitud = ({ estado }: { estado: EstadoPresolicitud }) => (
  <EstadoBadge tone={PRESOLICITUD.tono(estado)}>{PRESOLICITUD.palabra(estado)}</EstadoBadge>
);

/** How long something waits. */
export const diasDe = (n: number): string => (n === 0 ? 'hoy' : n === 1 ? '1 día' : `${n} días`);
