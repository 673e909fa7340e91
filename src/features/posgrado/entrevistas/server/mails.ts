import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import {
  fechaDe,
  formatFecha,
  formatHora,
  formatMomento,
} from '../../../../platform/shared/dates.ts';

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

type Texto = { asunto: string; parrafos: string[]; accion: string };

const LLEGADA = 'Conéctese o preséntese diez minutos antes, con una identificación oficial.';

const textoDe = (aviso: AvisoDeEntrevista): Texto => {
  switch (aviso.tipo) {
    case 'elegida':
    case 'cambiada':
      return {
        asunto:
          aviso.tipo === 'elegida'
            ? 'Su entrevista quedó registrada'
            : 'Su entrevista cambió de horario',
        parrafos: [
          aviso.tipo === 'elegida'
            ? 'Registramos el horario que eligió para su entrevista.'
            : 'Registramos el nuevo horario de su entrevista. El anterior quedó libre.',
          LLEGADA,
          aviso.cambiaHasta
            ? `Puede cambiarlo una vez, hasta el ${formatMomento(aviso.cambiaHasta)} (${ZONA}).`
            : 'Este horario ya no puede cambiarse desde el portal.',
        ],
        accion: 'Ver mi entrevista',
      };
    case 'asignada':
      return {
        asunto: 'Se le asignó un horario de entrevista',
        parrafos: [
          'La escuela le asignó el horario de su entrevista.',
          `Motivo: ${aviso.motivo}`,
          LLEGADA,
        ],
        accion: 'Ver mi entrevista',
      };
    case 'cancelada':
      return {
        asunto: 'Se canceló el horario de su entrevista',
        parrafos: [
          'La escuela canceló el horario que tenía para su entrevista. No cuenta como un cambio suyo.',
          `Motivo: ${aviso.motivo}`,
          'Elija otro horario en el portal. Si no hay ninguno disponible, la escuela abrirá más.',
        ],
        accion: 'Elegir otro horario',
      };
    case 'recordatorio':
      return {
        asunto: 'Recordatorio de su entrevista',
        parrafos: ['Le recordamos el horario de su entrevista.', LLEGADA],
        accion: 'Ver mi entrevista',
      };
  }
};

/** The letter that tells an applicant what became of their interview. */
export const entrevistaMail = (
  { to, uid, nombre }: Quien,
  que: DeQue & { url: string; enlace: string; ics: string },
  aviso: AvisoDeEntrevista,
): Message => {
  const { asunto, parrafos, accion } = textoDe(aviso);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace },
    subject: `${asunto}: ${que.curso}`,
    name: nombre,
    paragraphs: parrafos,
    ficha: fichaDe(que),
    action: { label: accion, url: que.url },
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

const textoDePanel = (aviso: AvisoDePanel): Texto & { ficha: boolean } => {
  const accion = 'Ver mis dictámenes';
  switch (aviso.tipo) {
    case 'recordatorio': {
      const [primera] = aviso.horas;
      const dia = primera ? formatFecha(fechaDe(primera.inicia)) : '';
      return {
        asunto: `Entrevistas del ${dia}`,
        parrafos: [
          `Forma parte del panel de estas entrevistas del ${dia} (${ZONA}):`,
          ...aviso.horas.map(
            ({ inicia, folio, lugar }) => `${formatHora(inicia)}, folio ${folio}. ${lugar}`,
          ),
        ],
        accion,
        ficha: false,
      };
    }
    case 'cancelada':
      return {
        asunto: 'Se canceló una entrevista de su panel',
        parrafos: ['La escuela canceló esta entrevista.', `Motivo: ${aviso.motivo}`],
        accion,
        ficha: true,
      };
    case 'libre':
      return {
        asunto: 'Quedó libre una entrevista de su panel',
        parrafos: [
          'La persona que tenía este horario ya no se presentará. Le avisaremos si alguien más lo toma.',
        ],
        accion,
        ficha: true,
      };
  }
};

/** The letter that tells somebody of a panel what became of its interviews. */
export const panelMail = (
  { to, uid, nombre }: Quien,
  que: DeQue & { url: string; enlace: string; ics: string },
  aviso: AvisoDePanel,
): Message => {
  const { asunto, parrafos, accion, ficha } = textoDePanel(aviso);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace },
    subject: `${asunto}: ${que.curso}`,
    name: nombre,
    paragraphs: parrafos,
    ...(ficha && { ficha: fichaDe(que) }),
    action: { label: accion, url: que.url },
    notes: [`Sus entrevistas para su calendario, con su sesión iniciada: ${que.ics}`],
    reason: 'Recibe este mensaje porque forma parte de un panel de entrevistas.',
  };
};
