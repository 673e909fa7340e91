import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { entregaPath } from '../routes.ts';

/** To the address of a request: where what was asked for is, and until when. */
export const entregaMail = (
  env: Env,
  to: string,
  copia: { id: string; clave: string; nombre: string; folio: string; venceEn: Date },
): Message => ({
  // The address of a request may be nobody's account, and the link opens the copy.
  ...{ to, uid: null, clase: 'pedidos', enlace: null },
  subject: 'La copia de sus datos que solicitó',
  name: nameInItsCase(copia.nombre),
  paragraphs: [
    `Es sobre su solicitud con folio ${groupByFour(copia.folio)}. Preparamos la copia de todos los datos que la escuela guarda de usted: un archivo ZIP con una página para leerlos, los mismos datos para programas y sus archivos.`,
    `Puede descargarla hasta el ${formatFecha(fechaDe(copia.venceEn))}.`,
  ],
  action: {
    label: 'Descargar la copia',
    url: `${env.publicUrl}${entregaPath(copia.id, { clave: copia.clave })}`,
  },
  notes: [
    'El enlace sirve una sola vez. Quien lo tenga puede descargarla: no reenvíe este mensaje y guarde el archivo en un lugar seguro.',
  ],
  reason: 'Recibe este correo porque presentó una solicitud sobre sus datos personales.',
});

/** To the other addresses of the same person: that a copy of their data was sent, and where. */
export const enlaceEnviadoMail = (
  env: Env,
  { to, uid }: { to: string; uid: string | null },
  { nombre, folio, correo }: { nombre: string; folio: string; correo: string },
): Message => ({
  ...{ to, uid, clase: 'pedidos', enlace: null },
  subject: 'Se envió una copia de sus datos',
  name: nameInItsCase(nombre),
  paragraphs: [
    `Por la solicitud con folio ${groupByFour(folio)} enviamos a ${correo} un enlace para descargar la copia de los datos que la escuela guarda de usted.`,
    'Si no la pidió o ese correo no es suyo, avise de inmediato a Control Escolar: el enlace se puede anular.',
  ],
  reason: `Recibe este correo porque su dirección está en su expediente de ${env.institution.shortName}.`,
});
