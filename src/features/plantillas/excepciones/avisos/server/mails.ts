import type { Env } from '../../../../../platform/server/env.ts';
import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { quoted } from '../../../../../platform/shared/quotation.ts';

/** What became of an exception, for whom it excuses. */
export type AvisoDeExcepcion =
  | { tipo: 'aprobada' | 'porVencer' }
  | { tipo: 'rechazada' | 'retirada'; motivo: string };

/** Of which it is told: the plantilla, what the rule asks, and its last day (YYYY-MM-DD). */
type DeQue = { plantilla: string; descripcion: string; venceEl: string };

type Texto = { asunto: string; parrafos: string[] };

const textoDe = (aviso: AvisoDeExcepcion, { plantilla, descripcion, venceEl }: DeQue): Texto => {
  const dia = formatFecha(venceEl);
  switch (aviso.tipo) {
    case 'aprobada':
      return {
        asunto: `Se aprobó una excepción para usted: ${plantilla}`,
        parrafos: [
          `La escuela aprobó que pueda inscribirse sin cumplir este requisito: ${quoted(descripcion)}. Vale hasta el ${dia}.`,
          'Los demás requisitos siguen igual, y la excepción no lo inscribe por sí sola: hay que enviar la inscripción antes de ese día.',
        ],
      };
    case 'porVencer':
      return {
        asunto: `Su excepción vence el ${dia}: ${plantilla}`,
        parrafos: [
          `Hasta el ${dia} puede inscribirse sin cumplir este requisito: ${quoted(descripcion)}. Después se le pedirá como a las demás personas.`,
          'Lo que ya envió no cambia.',
        ],
      };
    case 'rechazada':
      return {
        asunto: `No se aprobó una excepción para usted: ${plantilla}`,
        parrafos: [
          `Se pidió que pudiera inscribirse sin cumplir este requisito: ${quoted(descripcion)}. No se aprobó, y el requisito le sigue aplicando.`,
          `Motivo: ${aviso.motivo}`,
        ],
      };
    case 'retirada':
      return {
        asunto: `Se retiró su excepción: ${plantilla}`,
        parrafos: [
          `La escuela retiró la excepción que tenía: este requisito le aplica de nuevo: ${quoted(descripcion)}. Lo que ya envió no cambia.`,
          `Motivo: ${aviso.motivo}`,
        ],
      };
  }
};

export const excepcionMail = (
  env: Env,
  { to, uid, nombre }: { to: string; uid: string; nombre: string },
  que: DeQue,
  aviso: AvisoDeExcepcion,
): Message => {
  const { asunto, parrafos } = textoDe(aviso, que);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: '/' },
    subject: asunto,
    name: nombre,
    paragraphs: parrafos,
    action: { label: 'Ver las inscripciones abiertas', url: `${env.publicUrl}/` },
    reason: 'Recibe este mensaje porque la escuela atendió una excepción que le corresponde.',
  };
};
