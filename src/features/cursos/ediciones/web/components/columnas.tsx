import { EstadoBadge, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { ESTADOS_EDICION, type EstadoEdicion } from '../../../contract.ts';
import { describePeriodo } from '../../../rules.ts';
import type { EdicionListada } from '../../contract.ts';

/** Where an edition is in its life. */
export function EstadoDeEdicion({ estado }: { estado: EstadoEdicion }) {
  const [palabra, tono] = ESTADOS_EDICION[estado];
  return <EstadoBadge tone={tono}>{palabra}</EstadoBadge>;
}

/** One enters it by a call for applications. */
export function PorConvocatoria() {
  return <EstadoBadge tone="neutral">Por convocatoria</EstadoBadge>;
}

/** Taken seats of all: «23 de 40». */
export const lugaresDe = ({ cupo, ocupados }: Pick<EdicionListada, 'cupo' | 'ocupados'>): string =>
  `${formatNumber(ocupados)} de ${formatNumber(cupo)}`;

/** The days of an edition. */
export const periodoDe = ({ inicia, termina }: Pick<EdicionListada, 'inicia' | 'termina'>) =>
  describePeriodo(inicia, termina);
