import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import { joinCuerpo } from '../../../../../platform/shared/cartas.ts';
import { TRAMITES } from '../../../envios/server/textos.ts';
import type { CambioDescrito } from '../contract.ts';

/** The longest text of a change that a letter carries; the portal shows it whole. */
const MAX_TEXTO = 200;
const breve = (texto: string): string =>
  texto.length <= MAX_TEXTO ? texto : `${texto.slice(0, MAX_TEXTO)}…`;

/** Tells an applicant that a call was modified, with what changes before and after. */
export const modificacionMail = (
  {
    to,
    uid,
    nombre,
    enlace,
    publicUrl,
  }: { to: string; uid: string; nombre: string; enlace: string; publicUrl: string },
  que: { programa: string; edicion: string; numero: number; motivo: string },
  cambios: readonly CambioDescrito[],
): Message => ({
  ...{ to, uid, clase: 'pedidos', enlace },
  ...TRAMITES.carta('convocatoria.modificada', {
    programa: que.programa,
    numero: String(que.numero),
    motivo: que.motivo,
    cambios: joinCuerpo(
      cambios.map(
        ({ etiqueta, antes, despues }) =>
          `${etiqueta}: antes, ${breve(antes)}; ahora, ${breve(despues)}.`,
      ),
    ),
  }),
  name: nombre,
  ficha: {
    kind: 'Convocatoria',
    title: que.programa,
    fields: [{ label: 'Edición', value: que.edicion }],
  },
  action: { label: 'Ver la convocatoria', url: publicUrl + enlace },
  reason: 'Recibe este mensaje porque participa en una convocatoria de posgrado.',
});
