import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import type { Carta } from '../../../../platform/shared/cartas.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { describePeriodo, sinRotulo } from '../../../cursos/rules.ts';
import { PASOS } from './textos.ts';

/** What happened to an inscripción, for its person. */
export type AvisoDePaso =
  | { tipo: 'ofrecido'; venceEn: Date }
  | {
      tipo:
        | 'lugarAceptado'
        | 'lugarVencido'
        | 'filaTerminada'
        | 'aceptada'
        | 'formada'
        | 'reconsiderada'
        | 'bajaPropia';
    }
  | { tipo: 'rechazada' | 'bajaPorEscuela'; motivo: string };

/** Whom a letter is to: every address of one person. */
export type Destino = { to: readonly string[]; uid: string; nombre: string };

/** What it is in, as the letter says it. */
export type DeQue = {
  curso: string;
  edicion: string;
  inicia: string;
  termina: string;
  sede: string | null;
  url: string;
  /** The same within the portal. */
  enlace: string;
};

const VER = 'Ver su inscripción';

/** What it says, and what its person may do. */
const textoDe = (aviso: AvisoDePaso, curso: string): { carta: Carta; accion: string } => {
  switch (aviso.tipo) {
    case 'ofrecido':
      return {
        carta: PASOS.carta('inscripcion.ofrecido', {
          curso,
          limite: formatMomento(aviso.venceEn),
        }),
        accion: 'Aceptar o rechazar el lugar',
      };
    case 'rechazada':
    case 'bajaPorEscuela':
      return {
        carta: PASOS.carta(`inscripcion.${aviso.tipo}`, { curso, motivo: aviso.motivo }),
        accion: VER,
      };
    default:
      return {
        carta: PASOS.carta(`inscripcion.${aviso.tipo}`, { curso }),
        accion: aviso.tipo === 'formada' ? 'Ver su lugar en la lista' : VER,
      };
  }
};

/** What it is in, as a letter shows it. */
export const fichaDe = (que: DeQue): NonNullable<Message['ficha']> => ({
  kind: 'Inscripción',
  title: que.curso,
  fields: [
    { label: 'Edición', value: sinRotulo('Edición', que.edicion) },
    { label: 'Fechas', value: describePeriodo(que.inicia, que.termina) },
    { label: 'Sede', value: que.sede },
  ],
});

/** The letter that tells a person what became of their inscripción. */
export const pasoMail = ({ to, uid, nombre }: Destino, que: DeQue, aviso: AvisoDePaso): Message => {
  const { carta, accion } = textoDe(aviso, que.curso);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace },
    ...carta,
    ...(aviso.tipo === 'ofrecido' && { until: aviso.venceEn }),
    name: nombre,
    ficha: fichaDe(que),
    action: { label: accion, url: que.url },
    reason: 'Recibe este mensaje porque envió una inscripción en el portal.',
  };
};
