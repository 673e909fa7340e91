import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { fechaDe, formatFecha } from '../../../platform/shared/dates.ts';
import { groupByFour } from '../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { TRAMITE_ARCO } from '../estados.ts';
import { tramitePropioPath } from '../routes.ts';
import { DERECHO, FUNDAMENTOS } from '../rules.ts';
import type { TramiteRow } from './data.ts';

type Suceso = 'recibida' | 'ampliada' | 'respondida' | 'cumplida';

const SUBJECT: Readonly<Record<Suceso, string>> = {
  recibida: 'Recibimos su solicitud sobre sus datos',
  ampliada: 'Se amplió el plazo de su solicitud sobre sus datos',
  respondida: 'Hay respuesta a su solicitud sobre sus datos',
  cumplida: 'Se hizo lo que pidió sobre sus datos',
};

const say = (row: TramiteRow, suceso: Suceso): string[] => {
  switch (suceso) {
    case 'recibida':
      return [`Le responderemos a más tardar el ${formatFecha(fechaDe(row.vence_en))}.`];
    case 'ampliada':
      return [
        `Le responderemos a más tardar el ${formatFecha(fechaDe(row.vence_en))}. El motivo: ${row.ampliacion_motivo}`,
      ];
    case 'respondida':
      return [
        `La respuesta: ${TRAMITE_ARCO.palabra(row.estado).toLowerCase()}.`,
        ...(row.fundamento ? [`${FUNDAMENTOS[row.fundamento]}.`] : []),
        row.respuesta ?? '',
        ...(row.efectivo_vence_en
          ? [`Se hará a más tardar el ${formatFecha(fechaDe(row.efectivo_vence_en))}.`]
          : [
              'Si no está de acuerdo, puede interponer un recurso de revisión ante la autoridad garante.',
            ]),
      ];
    case 'cumplida':
      return [row.cumplimiento ?? ''];
  }
};

/** To whoever asked something about their data: what became of it. */
export const tramiteMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  row: TramiteRow,
  suceso: Suceso,
): Message => ({
  ...{ to: email, uid, clase: 'pedidos', enlace: tramitePropioPath(row.id) },
  subject: SUBJECT[suceso],
  name: nameInItsCase(row.nombre),
  paragraphs: [
    `Es sobre su solicitud de ${DERECHO[row.derecho].nombre.toLowerCase()}, con folio ${groupByFour(row.folio)}.`,
    ...say(row, suceso),
  ],
  action: { label: 'Ver mi solicitud', url: `${env.publicUrl}${tramitePropioPath(row.id)}` },
  reason: 'Recibe este correo porque presentó una solicitud sobre sus datos personales.',
});
