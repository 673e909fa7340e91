import {
  IconCalendar,
  IconCheckCircle,
  type LifeEvent,
  LineaDeVida,
  Section,
} from '../../../../platform/web/ui/index.ts';
import type { Evento } from '../../envios/contract.ts';

/** What happened and what comes, with dates: events of the file and of the call's calendar in one line. */
export function LineaDeTramite({ eventos }: { eventos: readonly Evento[] }) {
  const events = eventos.map(
    ({ tipo, en, titulo, detalle, pasado }, i): LifeEvent => ({
      id: `${i}`,
      at: en,
      title: titulo,
      detail: detalle,
      tone: tipo === 'suceso' ? 'success' : pasado ? 'neutral' : 'info',
      icon: tipo === 'suceso' ? IconCheckCircle : IconCalendar,
    }),
  );
  return (
    <Section title="Fechas del trámite">
      <LineaDeVida events={events} label="Fechas del trámite" />
    </Section>
  );
}
