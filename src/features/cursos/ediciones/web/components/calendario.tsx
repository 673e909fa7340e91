import { fechaDe, formatHora } from '../../../../../platform/shared/dates.ts';
import { Calendar, type DatedItem, useMonth } from '../../../../../platform/web/calendar/index.ts';
import { ESTADOS_EDICION } from '../../../contract.ts';
import { edicionPath } from '../../../routes.ts';
import { hitoDe } from '../../../rules.ts';
import type { EdicionListada, FiltrosEdiciones } from '../../contract.ts';
import { useCalendario } from '../hooks.ts';

type Hito = Parameters<typeof hitoDe>[0];

/** An edition is there on its four dates. */
const itemsOf = (edicion: EdicionListada): DatedItem[] => {
  const item = (hito: Hito, fecha: string, hora?: string): DatedItem => ({
    key: `${edicion.id} ${hito}`,
    fecha,
    kind: hitoDe(hito, edicion).kind + (hora ? `, ${hora}\u00a0h` : ''),
    tone: hitoDe(hito, edicion).tone,
    title: edicion.curso.nombre,
    to: edicionPath(edicion.id),
    detail: `${edicion.nombre} · ${ESTADOS_EDICION[edicion.estado][0]}`,
  });
  const at = (hito: Hito, instante: string) => {
    const date = new Date(instante);
    return item(hito, fechaDe(date), formatHora(date));
  };
  return [
    at('abre', edicion.inscripcionAbre),
    at('cierra', edicion.inscripcionCierra),
    item('inicia', edicion.inicia),
    item('termina', edicion.termina),
  ];
};

/** A month of the editions that the list's filters show. */
export function Calendario({ filtros }: { filtros: FiltrosEdiciones }) {
  const month = useMonth();
  const query = useCalendario(month.mes, filtros);
  return (
    <Calendar
      month={month}
      items={query.data?.filas.flatMap(itemsOf)}
      hayMas={query.data?.hayMas ?? false}
      query={query}
    />
  );
}
