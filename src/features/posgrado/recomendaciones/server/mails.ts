import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { avisoPath } from '../../../identidad/privacidad/routes.ts';

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
  subject: 'Solicitud de carta de recomendación',
  name: nombre,
  paragraphs: [
    `${que.aspirante} solicita ingresar a ${que.programa} y pide que usted le recomiende.`,
    `La carta se escribe en el portal, sin crear una cuenta, hasta el ${formatMomento(que.venceEn)}. Si no puede darla, dígalo ahí mismo: así podrá pedirla a otra persona.`,
  ],
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
  subject: 'Recordatorio: carta de recomendación',
  name: nombre,
  paragraphs: [
    `Todavía no recibimos su carta para ${que.aspirante}, que solicita ingresar a ${que.programa}.`,
    `La fecha límite es el ${formatMomento(que.venceEn)}: ${dias === 1 ? 'falta 1 día hábil' : `faltan ${dias} días hábiles`}. Si no puede darla, dígalo en la misma página.`,
  ],
  ficha: ficha(que),
  action: { label: 'Escribir la carta', url },
  notes: usoDeDatos(env),
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** Tells a referee that the letter is not needed any more. */
export const yaNoHaceFaltaMail = ({ to, nombre }: Destino, que: DeQue): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  subject: 'Ya no hace falta la carta de recomendación',
  name: nombre,
  paragraphs: [
    `La solicitud de ${que.aspirante} a ${que.programa} no sigue adelante. Ya no hace falta que escriba la carta; el enlace que le enviamos dejó de servir.`,
    'Gracias por su tiempo.',
  ],
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** The receipt of a letter. */
export const reciboMail = ({ to, nombre }: Destino, que: DeQue, en: Date): Message => ({
  // A referee has no account.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  subject: 'Recibimos su carta de recomendación',
  name: nombre,
  paragraphs: [
    `Recibimos el ${formatMomento(en)} su carta para ${que.aspirante}, que solicita ingresar a ${que.programa}. No hace falta nada más.`,
    'Si usted no la escribió, avise a la escuela.',
  ],
  reason: RAZON_DE_QUIEN_RECOMIENDA,
});

/** What became of a letter, for the applicant: never what it says, nor why somebody declined. */
export type AvisoDeCarta =
  | { tipo: 'recibida'; recomendante: string }
  | { tipo: 'declinada'; recomendante: string; seReemplaza: boolean }
  | { tipo: 'vencidas'; cuantas: number };

const textoDe = (aviso: AvisoDeCarta, programa: string): { asunto: string; parrafos: string[] } => {
  switch (aviso.tipo) {
    case 'recibida':
      return {
        asunto: `Se recibió una carta de recomendación: ${programa}`,
        parrafos: [`Recibimos la carta de ${aviso.recomendante} para su solicitud.`],
      };
    case 'declinada':
      return {
        asunto: `Una carta de recomendación no se recibirá: ${programa}`,
        parrafos: [
          `${aviso.recomendante} nos dijo que no podrá recomendarle.`,
          ...(aviso.seReemplaza
            ? ['Puede proponer a otra persona en su lugar, una sola vez, antes de la fecha límite.']
            : []),
        ],
      };
    case 'vencidas':
      return {
        asunto: `Terminó el plazo de las cartas de recomendación: ${programa}`,
        parrafos: [
          aviso.cuantas === 1
            ? 'Una carta de su solicitud no se recibió a tiempo.'
            : `${aviso.cuantas} cartas de su solicitud no se recibieron a tiempo.`,
        ],
      };
  }
};

export const cartaMail = (
  { to, uid, nombre }: Destino & { uid: string },
  { programa, enlace, publicUrl }: { programa: string; enlace: string; publicUrl: string },
  aviso: AvisoDeCarta,
): Message => {
  const { asunto, parrafos } = textoDe(aviso, programa);
  return {
    ...{ to, uid, clase: 'pedidos', enlace },
    subject: asunto,
    name: nombre,
    paragraphs: parrafos,
    action: { label: 'Ver su solicitud', url: publicUrl + enlace },
    reason: 'Recibe este mensaje porque solicita ingresar a un posgrado de la escuela.',
  };
};
