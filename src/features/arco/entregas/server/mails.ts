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
    'Quien tenga este enlace puede descargarla: no reenvíe este mensaje y guarde el archivo en un lugar seguro.',
  ],
  reason: 'Recibe este correo porque presentó una solicitud sobre sus datos personales.',
});
