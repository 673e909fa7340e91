/** Answers that are sent, as they are to be kept: checked whole, on what the person's file says at this moment. */

import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { MENSAJES } from '../../../plantillas/formulario/errors.ts';
import {
  fieldsOf,
  lockPrefilled,
  validateRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import type { Contexto } from '../../contexto/server/data.ts';
import { ERRORES } from '../../errors.ts';
import { type Apuntados, settleReferencias } from '../../referencias/server/service.ts';

/** What was answered and the form does not ask: of nothing that was sent it is said that it arrived, and it did not. */
const unknownOf = (definicion: Definicion, respuestas: Respuestas) => {
  const asked = new Set(fieldsOf(definicion).map(({ clave }) => clave));
  return Object.keys(respuestas)
    .filter((clave) => !asked.has(clave))
    .map((clave) => [clave, MENSAJES.sinCampo(clave)] as const);
};

/** The answers as they are kept, checked whole, and what they point to. @throws {CallError} INVALID_ARGUMENT, each that must be mended beside its field. */
export const checkRespuestas = async (
  db: Db | Trx,
  row: Contexto,
  respuestas: Respuestas,
  { prellenado, ...who }: { personaId: string; prellenado: Respuestas; ahora: Date },
): Promise<{ datos: Respuestas; apuntados: Apuntados }> => {
  const definicion = row.version_definicion;
  const { datos, errores } = validateRespuestas(
    definicion,
    lockPrefilled(definicion, respuestas, prellenado),
  );
  const settled = await settleReferencias(db, definicion, datos, who);
  const fields = {
    ...settled.fields,
    ...Object.fromEntries(errores.map(({ campo, mensaje }) => [campo, mensaje])),
    ...Object.fromEntries(unknownOf(definicion, respuestas)),
  };
  const { apuntados } = settled;
  if (Object.keys(fields).length === 0) return { datos: settled.datos, apuntados };
  throw refuse('INVALID_ARGUMENT', ERRORES.respuestas, { fields });
};
