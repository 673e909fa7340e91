/** Answers that are sent, as they are to be kept: checked whole, on what the person's file says at this moment. */

import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Respuesta, Respuestas } from '../../../plantillas/formulario/contract.ts';
import { MENSAJES } from '../../../plantillas/formulario/errors.ts';
import { answerOf, isAnswered } from '../../../plantillas/formulario/respuestas/rules.ts';
import {
  fieldsOf,
  lockPrefilled,
  validateRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import type { VersionRow } from '../../../plantillas/server/reading.ts';
import { ERRORES } from '../../errors.ts';
import { type Apuntados, settleReferencias } from '../../referencias/server/service.ts';

/** What was answered and the form does not ask: of nothing that was sent it is said that it arrived, and it did not. */
const unknownOf = (definicion: Definicion, respuestas: Respuestas) => {
  const asked = new Set(fieldsOf(definicion).map(({ clave }) => clave));
  return Object.keys(respuestas)
    .filter((clave) => !asked.has(clave))
    .map((clave) => [clave, MENSAJES.sinCampo(clave)] as const);
};

/** Whether something of what was sent for a field was no answer to it: of another shape, or nothing that there is to choose. */
const isLost = (sent: Respuesta | undefined, read: Respuesta | undefined): boolean => {
  if (!isAnswered(sent)) return false;
  if (Array.isArray(read)) return [sent].flat().some((one) => !read.includes(String(one)));
  return read === undefined || (read === false && sent !== 'false');
};

/** What was answered in a way that its field does not have: it would be left out, and nobody told. */
const lostOf = (definicion: Definicion, respuestas: Respuestas, leidas: Respuestas) =>
  fieldsOf(definicion)
    .filter(({ clave }) => isLost(answerOf(respuestas, clave), answerOf(leidas, clave)))
    .map(({ clave, etiqueta }) => [clave, MENSAJES.respondaDeNuevo(etiqueta)] as const);

/** The answers as they are kept, checked whole, and what they point to. @throws {CallError} INVALID_ARGUMENT, each that must be mended beside its field. */
export const checkRespuestas = async (
  db: Db | Trx,
  row: Pick<VersionRow, 'version_definicion'>,
  respuestas: Respuestas,
  { prellenado, ...who }: { personaId: string; prellenado: Respuestas; ahora: Date },
): Promise<{ datos: Respuestas; apuntados: Apuntados }> => {
  const definicion = row.version_definicion;
  const answered = lockPrefilled(definicion, respuestas, prellenado);
  const { datos, leidas, errores } = validateRespuestas(definicion, answered);
  const settled = await settleReferencias(db, definicion, datos, who);
  const fields = {
    ...Object.fromEntries(lostOf(definicion, answered, leidas)),
    ...settled.fields,
    ...Object.fromEntries(errores.map(({ campo, mensaje }) => [campo, mensaje])),
    ...Object.fromEntries(unknownOf(definicion, respuestas)),
  };
  const { apuntados } = settled;
  if (Object.keys(fields).length === 0) return { datos: settled.datos, apuntados };
  throw refuse('INVALID_ARGUMENT', ERRORES.respuestas, { fields });
};
