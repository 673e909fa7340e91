import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import { tramite } from '../../../envios/server/textos.ts';
import { presolicitudPosgradoPath } from '../../../routes.ts';

/** What the applicants of a cancelled call are told. */
export const textoDeCancelacion = (programa: string, motivo: string) => ({
  ...tramite('convocatoria.cancelada', { programa, motivo }),
  accion: { label: 'Ver las convocatorias abiertas', ruta: presolicitudPosgradoPath },
});

/** The letter to somebody who had only begun. */
export const canceladaMail = (
  { to, uid, nombre, publicUrl }: { to: string; uid: string; nombre: string; publicUrl: string },
  que: { programa: string; edicion: string; motivo: string },
): Message => {
  const { asunto, parrafos, texto, accion } = textoDeCancelacion(que.programa, que.motivo);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: accion.ruta },
    subject: asunto,
    name: nombre,
    paragraphs: parrafos,
    texto,
    ficha: {
      kind: 'Convocatoria',
      title: que.programa,
      fields: [{ label: 'Edición', value: que.edicion }],
    },
    action: { label: accion.label, url: publicUrl + accion.ruta },
    reason: 'Recibe este mensaje porque comenzó una presolicitud a esta convocatoria.',
  };
};
