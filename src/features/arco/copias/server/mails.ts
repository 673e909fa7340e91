import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { copiaPath } from '../routes.ts';

/** To whoever asked for a copy of their data: it is ready, where, and until when. */
export const copiaListaMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  { id, venceEn }: { id: string; venceEn: Date },
): Message => ({
  ...{ to: email, uid, clase: 'pedidos', enlace: copiaPath(id) },
  subject: 'La copia de sus datos está lista',
  paragraphs: [
    'Preparamos la copia de todos los datos que el portal guarda de usted: un archivo ZIP con una página para leerlos, los mismos datos para programas y sus archivos.',
    `Puede descargarla hasta el ${formatFecha(fechaDe(venceEn))}. Al abrir el enlace le pediremos su contraseña.`,
  ],
  action: { label: 'Descargar la copia', url: `${env.publicUrl}${copiaPath(id)}` },
  notes: [
    'Guárdela en un lugar seguro: contiene datos personales. Si usted no la pidió, cambie su contraseña y avise a la escuela.',
  ],
  reason: 'Recibe este correo porque desde su cuenta se pidió una copia de sus datos.',
});
