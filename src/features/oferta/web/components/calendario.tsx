import { weeksOf } from '../../../../platform/shared/months.ts';
import { Calendar, type DatedItem, useMonth } from '../../../../platform/web/calendar/index.ts';
import { ofertaEdicionPath } from '../../../cursos/routes.ts';
import { hitoDe } from '../../../cursos/rules.ts';
import type { FechaDeOferta } from '../../contract.ts';
import { type EstadoDeOferta, useFechas } from '../hooks.ts';

const toItem = ({ edicionId, clase, fecha, hora, detalle, ...de }: FechaDeOferta): DatedItem => ({
  key: [edicionId, clase, fecha, hora, detalle].join(),
  fecha,
  kind: hitoDe(clase, de).kind + (hora ? `, ${hora}\u00a0h` : ''),
  tone: hitoDe(clase, de).tone,
  title: de.curso,
  to: ofertaEdicionPath(edicionId),
  detail: [de.edicion, detalle, de.mia && 'usted tiene inscripción'].filter(Boolean).join(' · '),
});

/** The offer by its dates: a month, or the same dates one after another. */
export function Calendario({ state }: { state: EstadoDeOferta }) {
  const month = useMonth();
  const days = weeksOf(month.mes).flat();
  const query = useFechas(state, days[0]!, days.at(-1)!);
  return (
    <Calendar
      month={month}
      items={query.data?.fechas.map(toItem)}
      hayMas={query.data?.hayMas ?? false}
      query={query}
    />
  );
}
