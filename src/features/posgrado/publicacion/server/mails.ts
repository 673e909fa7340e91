import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { formatFecha, formatMomento } from '../../../../platform/shared/dates.ts';
import type { ActividadRow } from '../../../cursos/server/reading.ts';
import { type Destino, pasoMail } from '../../envios/server/mails.ts';
import { tramite } from '../../envios/server/textos.ts';
import { resultadosPosgradoPath, solicitudPath } from '../../routes.ts';

/** What an applicant is told of the results: their own, and nothing of anybody else's. */
export type AvisoDeResultado = {
  readonly folio: string;
  readonly estado: 'admitida' | 'listaDeEspera' | 'noAdmitida';
  /** It replaces what was published before, and says why. */
  readonly sustituye: string | null;
  readonly razones: readonly string[];
  /** Last instant to accept the seat; null: there is none to accept. */
  readonly venceEn: Date | null;
  /** Last day (YYYY-MM-DD) to ask for a review. */
  readonly inconformidadHasta: string;
};

/** The letter that tells an applicant the result. */
export const resultadoMail = (
  quien: Destino,
  que: ActividadRow & { convocatoriaId: string },
  aviso: AvisoDeResultado,
): Message => {
  const { estado, venceEn, sustituye } = aviso;
  const confirmar =
    venceEn &&
    `Confirme su lugar a más tardar el ${formatMomento(venceEn)}. Si no lo hace, pasa a la siguiente persona de la lista.`;
  const campos = {
    programa: que.curso_nombre,
    sustituye:
      sustituye === null ? '' : `La escuela publicó otra vez los resultados. Motivo: ${sustituye}`,
    razones: aviso.razones.join(' '),
  };
  return pasoMail(quien, 'Solicitud', que, {
    ...(estado === 'admitida'
      ? tramite('resultado.admitida', { ...campos, confirmar: confirmar ?? '' })
      : tramite(`resultado.${estado}`, campos)),
    accion: {
      label: venceEn ? 'Confirmar el lugar' : 'Ver el resultado',
      ruta: solicitudPath(que.convocatoriaId),
    },
    notas: [
      `En el portal están sus puntos y los comentarios. Si no está conforme, puede pedir la revisión hasta el ${formatFecha(aviso.inconformidadHasta)}.`,
      `Los resultados se publican por folio, sin nombres: ${quien.publicUrl}${resultadosPosgradoPath(que.edicion_id)}`,
    ],
    folio: aviso.folio,
  });
};
