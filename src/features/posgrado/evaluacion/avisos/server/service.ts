/** Letters to evaluators. */
import type { Trx } from '../../../../../platform/server/db/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { deConvocatoria } from '../../../acceso/server/service.ts';
import type { EvaluadorRow } from '../../evaluadores/server/data.ts';
import { type AvisoDeEvaluador, evaluadorMail } from './mails.ts';

/** Writes to an evaluator; nothing happens when they have no account. */
export const tellEvaluador = async (
  trx: Trx,
  { env, notificaciones }: Pick<Services, 'env' | 'notificaciones'>,
  row: EvaluadorRow,
  programa: string,
  aviso: AvisoDeEvaluador,
): Promise<void> => {
  if (row.correo === null || row.uid === null) return;
  const nombre = nameInItsCase(
    row.persona_nombre,
    row.persona_apellido_paterno,
    row.persona_apellido_materno,
  );
  await notificaciones.notify(
    trx,
    deConvocatoria(
      row.convocatoria_id,
      evaluadorMail(env, { email: row.correo, uid: row.uid, nombre }, programa, aviso),
    ),
  );
};
