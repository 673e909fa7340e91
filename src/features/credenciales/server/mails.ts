import type { Trx } from '../../../platform/server/db/index.ts';
import type { Services } from '../../../platform/server/services.ts';
import { fechaDe, formatFecha } from '../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { readCuentaDePersona } from '../../identidad/cuentas/server/service.ts';
import { propioPath } from '../../personas/routes.ts';
import { EMITIDO_IMPRESO } from '../contract.ts';
import { PESTANA_OBTENIDOS } from '../routes.ts';
import { formatFolioEmitido, tipoOf } from '../rules.ts';
import type { EmitidoRow } from './data.ts';
import { EMITIDOS } from './textos.ts';

/** What happened to a document that its holder is told: with its reason, unless it is in force by it. */
type Paso = 'emitir' | 'suspender' | 'levantar' | 'revocar' | 'sustituir';

/**
 * Tells the holder of a document what happened to it, by mail and in the portal; `motivo`, as whoever validates it reads it. Nobody is told
 * who has no account.
 */
export const notifyTitular = async (
  trx: Trx,
  { notificaciones, env }: Pick<Services, 'notificaciones' | 'env'>,
  row: Pick<EmitidoRow, 'tipo' | 'folio' | 'persona_id' | 'datos' | 'estado_en'>,
  { paso, motivo = null }: { paso: Paso; motivo?: string | null },
): Promise<void> => {
  const cuenta = await readCuentaDePersona(trx, row.persona_id);
  if (!cuenta) return;
  const datos = EMITIDO_IMPRESO.tryRead(row.datos);
  const campos = {
    documento: tipoOf(row.tipo).palabra,
    programa: datos?.programa ?? '',
    folio: formatFolioEmitido(row.folio),
    fecha: formatFecha(fechaDe(row.estado_en)),
  };
  const conMotivo = { ...campos, motivo: motivo ?? '' };
  const carta =
    paso === 'emitir' || paso === 'levantar'
      ? EMITIDOS.carta(`emitido.${paso}`, campos)
      : EMITIDOS.carta(`emitido.${paso}`, conMotivo);
  const enlace = propioPath(PESTANA_OBTENIDOS);
  await notificaciones.notify(trx, {
    to: cuenta.email,
    clase: 'documentosEmitidos',
    uid: cuenta.uid,
    enlace,
    ...carta,
    ...(datos && { name: nameInItsCase(datos.titular.nombreCompleto) }),
    action: { label: 'Ver mis documentos', url: `${env.publicUrl}${enlace}` },
    reason: 'Recibe este mensaje porque la escuela le emitió un documento.',
  });
};
