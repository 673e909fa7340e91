import type { Env } from '../../../../../platform/server/env.ts';
import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import type { Carta } from '../../../../../platform/shared/cartas.ts';
import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { quoted } from '../../../../../platform/shared/quotation.ts';
import { EXCEPCIONES } from './textos.ts';

/** What became of an exception, for whom it excuses. */
export type AvisoDeExcepcion =
  | { tipo: 'aprobada' | 'porVencer' }
  | { tipo: 'rechazada' | 'retirada'; motivo: string };

/** Of which it is told: the plantilla, what the rule asks, and its last day (YYYY-MM-DD). */
type DeQue = { plantilla: string; descripcion: string; venceEl: string };

const textoDe = (aviso: AvisoDeExcepcion, que: DeQue): Carta => {
  const comun = { plantilla: que.plantilla, requisito: quoted(que.descripcion) };
  switch (aviso.tipo) {
    case 'aprobada':
    case 'porVencer':
      return EXCEPCIONES.carta(`excepcion.${aviso.tipo}`, {
        ...comun,
        dia: formatFecha(que.venceEl),
      });
    case 'rechazada':
    case 'retirada':
      return EXCEPCIONES.carta(`excepcion.${aviso.tipo}`, { ...comun, motivo: aviso.motivo });
  }
};

export const excepcionMail = (
  env: Env,
  { to, uid, nombre }: { to: string; uid: string; nombre: string },
  que: DeQue,
  aviso: AvisoDeExcepcion,
): Message => {
  return {
    ...{ to, uid, clase: 'pedidos', enlace: '/' },
    ...textoDe(aviso, que),
    name: nombre,
    action: { label: 'Ver las inscripciones abiertas', url: `${env.publicUrl}/` },
    reason: 'Recibe este mensaje porque la escuela atendió una excepción que le corresponde.',
  };
};
