import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { type Carta, joinCuerpo } from '../../../../platform/shared/cartas.ts';
import {
  fechaDe,
  formatFecha,
  formatHora,
  formatMomento,
} from '../../../../platform/shared/dates.ts';
import { ENTREVISTAS } from './textos.ts';

/** An interview, as letters say it. */
export type DeQue = {
  curso: string;
  etapa: string;
  inicia: Date;
  termina: Date;
  lugar: string;
};

type Quien = { to: string; uid: string; nombre: string };

/** What happened to an interview, for its applicant. */
export type AvisoDeEntrevista =
  | { tipo: 'elegida' | 'cambiada'; cambiaHasta: Date | null }
  | { tipo: 'asignada' | 'cancelada'; motivo: string }
  | { tipo: 'recordatorio' };

/** Hours are told with whose they are: applicants live in four time zones. */
const ZONA = 'hora del centro de México';

const cuandoDe = ({ inicia, termina }: Pick<DeQue, 'inicia' | 'termina'>): string =>
  `${formatMomento(inicia)} a ${formatHora(termina)} (${ZONA})`;

const fichaDe = (que: DeQue): NonNullable<Message['ficha']> => ({
  kind: 'Entrevista',
  title: que.curso,
  fields: [
    { label: 'Etapa', value: que.etapa },
    { label: 'Fecha y hora', value: cuandoDe(que) },
    { label: 'Lugar', value: que.lugar },
  ],
});

const textoDe = (aviso: AvisoDeEntrevista, programa: string): Carta => {
  switch (aviso.tipo) {
    case 'elegida':
    case 'cambiada':
      return ENTREVISTAS.carta(`entrevista.${aviso.tipo}`, {
        programa,
        cambio: aviso.cambiaHasta
          ? `Puede cambiarlo una vez, hasta el ${formatMomento(aviso.cambiaHasta)} (${ZONA}).`
          : 'Este horario ya no puede cambiarse desde el portal.',
      });
    case 'asignada':
    case 'cancelada':
      return ENTREVISTAS.carta(`entrevista.${aviso.tipo}`, { programa, motivo: aviso.motivo });
    case 'recordatorio':
      return ENTREVISTAS.carta('entrevista.recordatorio', { programa });
  }
};

/** The letter that tells an applicant what became of their interview. */
export const entrevistaMail = (
  { to, uid, nombre }: Quien,
  que: DeQue & { url: string; enlace: string; ics: string },
  aviso: AvisoDeEntrevista,
): Message => {
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace, ...textoDe(aviso, que.curso) },
    name: nombre,
    ficha: fichaDe(que),
    action: {
      label: aviso.tipo === 'cancelada' ? 'Elegir otro horario' : 'Ver mi entrevista',
      url: que.url,
    },
    notes: [
      `${aviso.tipo === 'cancelada' ? 'Para quitarla de su calendario' : 'Para agregarla a su calendario'}, con su sesión iniciada: ${que.ics}`,
    ],
    reason: 'Recibe este mensaje porque presentó una solicitud de posgrado.',
  };
};

/** What a panel is told. */
export type AvisoDePanel =
  | { tipo: 'recordatorio'; horas: readonly { inicia: Date; folio: string; lugar: string }[] }
  | { tipo: 'cancelada'; motivo: string }
  | { tipo: 'libre' };

const textoDePanel = (aviso: AvisoDePanel, programa: string): Carta => {
  switch (aviso.tipo) {
    case 'recordatorio': {
      const [primera] = aviso.horas;
      return ENTREVISTAS.carta('entrevista.panelRecordatorio', {
        ...{ programa, zona: ZONA },
        dia: primera ? formatFecha(fechaDe(primera.inicia)) : '',
        entrevistas: joinCuerpo(
          aviso.horas.map(
            ({ inicia, folio, lugar }) => `${formatHora(inicia)}, folio ${folio}. ${lugar}`,
          ),
        ),
      });
    }
    case 'cancelada':
      return ENTREVISTAS.carta('entrevista.panelCancelada', { programa, motivo: aviso.motivo });
    case 'libre':
      return ENTREVISTAS.carta('entrevista.panelLibre', { programa });
  }
};

/** The letter that tells somebody of a panel what became of its interviews. */
export const panelMail = (
  { to, uid, nombre }: Quien,
  que: DeQue & { url: string; enlace: string; ics: string },
  aviso: AvisoDePanel,
): Message => {
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace, ...textoDePanel(aviso, que.curso) },
    name: nombre,
    ...(aviso.tipo !== 'recordatorio' && { ficha: fichaDe(que) }),
    action: { label: 'Ver mis dictámenes', url: que.url },
    notes: [`Sus entrevistas para su calendario, con su sesión iniciada: ${que.ics}`],
    reason: 'Recibe este mensaje porque forma parte de un panel de entrevistas.',
  };
};
