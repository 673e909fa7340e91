import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import type { Carta } from '../../../../platform/shared/cartas.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { avisoPath } from '../../../identidad/privacidad/routes.ts';
import { RECOMENDACIONES } from './textos.ts';

/** What a letter is asked for. */
export type DeQue = {
  aspirante: string;
  programa: string;
  edicion: string;
  /** Until when the letter is received. */
  venceEn: Date;
};

type Destino = { to: string; nombre: string };

const ficha = ({
  aspirante,
  programa,
  edicion,
  venceEn,
}: DeQue): NonNullable<Message['ficha']> => ({
  kind: 'Carta de recomendación',
  title: programa,
  fields: [
    { label: 'Persona que solicita', value: aspirante },
    { label: 'Edición', value: edicion },
    { label: 'Fecha límite', value: formatMomento(venceEn) },
  ],
});

const deQuien = ({ aspirante, programa }: DeQue) => ({ aspirante, programa });

const RAZON_DE_QUIEN_RECOMIENDA =
  'Recibe este mensaje porque una persona que solicita un posgrado dio su correo para que le recomiende.';

/** How the letter and its author's data are used, as both the mail and the page say it. */
const usoDeDatos = (env: Pick<Env, 'publicUrl'>): string[] => [
  'Su nombre, su correo y la carta se usan solo para evaluar esta solicitud. Los conocen quienes la evalúan y el personal de la escuela; quien solicita no lee la carta.',
  'Si quien solicita ejerce sus derechos ARCO sobre la carta, la escuela le responde después de publicar los resultados.',
  `Aviso de privacidad: ${env.publicUrl}${avisoPath}`,
];

/** Asks for a letter: the first time, or again with the same link. */
export const invitacionMail = (
  env: Pick<Env, 'publicUrl'>,
  { to, nombre }: Destino,
  que: DeQue,
  url: string,
): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  ...RECOMENDACIONES.carta('recomendacion.invitacion', {
    ...deQuien(que),
    limite: formatMomento(que.venceEn),
  }),
  name: nombre,
  ficha: ficha(que),
  action: { label: 'Escribir la carta', url },
  notes: [
    'El enlace es personal: no lo comparta, tampoco con quien solicita. La carta se envía una sola vez.',
    ...usoDeDatos(env),
  ],
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** Reminds of a letter. `dias`: working days that are left. */
export const recordatorioMail = (
  env: Pick<Env, 'publicUrl'>,
  { to, nombre }: Destino,
  que: DeQue,
  { url, dias }: { url: string; dias: number },
): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  ...RECOMENDACIONES.carta('recomendacion.recordatorio', {
    ...deQuien(que),
    limite: formatMomento(que.venceEn),
    faltan: dias === 1 ? 'falta 1 día hábil' : `faltan ${dias} días hábiles`,
  }),
  name: nombre,
  ficha: ficha(que),
  action: { label: 'Escribir la carta', url },
  notes: usoDeDatos(env),
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** Tells a referee that the letter is not needed any more. */
export const yaNoHaceFaltaMail = ({ to, nombre }: Destino, que: DeQue): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  ...RECOMENDACIONES.carta('recomendacion.yaNoHaceFalta', deQuien(que)),
  name: nombre,
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** The receipt of a letter. */
export const reciboMail = ({ to, nombre }: Destino, que: DeQue, en: Date): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  ...RECOMENDACIONES.carta('recomendacion.recibo', {
    ...deQuien(que),
    recibida: formatMomento(en),
  }),
  name: nombre,
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** What became of a letter, for the applicant: never what it says, nor why somebody declined. */
export type AvisoDeCarta =
  | { tipo: 'recibida'; recomendante: string }
  | { tipo: 'declinada'; recomendante: string; seReemplaza: boolean }
  | { tipo: 'vencidas'; cuantas: number };

const textoDe = (aviso: AvisoDeCarta, programa: string): Carta => {
  switch (aviso.tipo) {
    case 'recibida':
      return RECOMENDACIONES.carta('recomendacion.recibida', {
        programa,
        recomendante: aviso.recomendante,
      });
    case 'declinada':
      return RECOMENDACIONES.carta('recomendacion.declinada', {
        ...{ programa, recomendante: aviso.recomendante },
        reemplazo: aviso.seReemplaza
          ? 'Puede proponer a otra persona en su lugar, una sola vez, antes de la fecha límite.'
          : '',
      });
    case 'vencidas':
      return RECOMENDACIONES.carta('recomendacion.vencidas', {
        programa,
        cartas:
          aviso.cuantas === 1
            ? 'Una carta de su solicitud no se recibió a tiempo.'
            : `${aviso.cuantas} cartas de su solicitud no se recibieron a tiempo.`,
      });
  }
};

export const cartaMail = (
  { to, uid, nombre }: Destino & { uid: string },
  { programa, enlace, publicUrl }: { programa: string; enlace: string; publicUrl: string },
  aviso: AvisoDeCarta,
): Message => ({
  ...{ to, uid, clase: 'pedidos', enlace, ...textoDe(aviso, programa) },
  name: nombre,
  action: { label: 'Ver su solicitud', url: publicUrl + enlace },
  reason: 'Recibe este mensaje porque solicita ingresar a un posgrado de la escuela.',
});
