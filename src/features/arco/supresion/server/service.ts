import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Titular } from '../../../../platform/server/aportes.ts';
import { type Db, isConflict, type Trx } from '../../../../platform/server/db/index.ts';
import { type Statement, together } from '../../../../platform/server/db/together.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { inOrder, type Supresion } from '../../../../platform/server/supresiones.ts';
import { CONSERVACION } from '../../../../platform/shared/conservacion.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { lockCuentaByUid, readPersonaIdOf } from '../../../identidad/cuentas/server/service.ts';
import { readOtrosCorreos } from '../../../identidad/titular/server/service.ts';
import {
  lockPersonaById,
  readClave,
  readCorreosConocidos,
} from '../../../personas/server/service.ts';
import { readNumeros } from '../../../personas/telefonos/server/service.ts';
import type * as contract from '../../contract.ts';
import type { CategoriaSuprimida } from '../../contract.ts';
import { readTitular } from '../../copias/zip/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { TRAMITE_ARCO } from '../../estados.ts';
import { findTramite, stepTramite, type TramiteRow } from '../../server/data.ts';
import { requireOtraPersona } from '../../server/service.ts';
import { insertSupresion } from './data.ts';
import { supresionMail } from './mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const requireCancelacion = async (trx: Trx, id: string): Promise<TramiteRow> => {
  const row = await findTramite(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.derecho !== 'cancelacion' || !TRAMITE_ARCO.can('cumplir', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noCancela);
  }
  return row;
};

/** Everything by which the portal knows whoever asked, with the addresses that the request and the file say. */
const titularOf = async (
  trx: Trx,
  row: TramiteRow,
): Promise<Titular & { cuentas: readonly string[] }> => {
  const titular = await readTitular(trx as Db, { uid: row.uid, personaId: row.persona_id });
  const more = [
    ...(await readCorreosConocidos(trx, titular.personaIds)),
    ...(await readOtrosCorreos(trx, titular.uids)),
    // Messages to a telephone wait in the same queue as the mails.
    ...(await readNumeros(trx, titular.personaIds)),
  ];
  const said = row.medio.includes('@') ? [row.medio] : [];
  return {
    ...titular,
    cuentas: titular.correos,
    correos: [
      ...new Set([...titular.correos, ...more, ...said].map((one) => one.trim().toLowerCase())),
    ],
  };
};

/** Where they are told: their account's address, or the one that they asked to be told at, or the school's for them. */
const avisosDe = (
  { medio }: TramiteRow,
  { cuentas }: { cuentas: readonly string[] },
  conocidos: readonly string[],
): readonly string[] => {
  if (cuentas.length > 0) return cuentas;
  return medio.includes('@') ? [medio.trim().toLowerCase()] : conocidos.slice(0, 1);
};

type Plan = {
  row: TramiteRow;
  titular: Titular & { cuentas: readonly string[] };
  confirmacion: string;
  categorias: CategoriaSuprimida[];
  bloquea: boolean;
  impedimentos: string[];
  huella: string;
};

const impedimentosOf = async (
  trx: Trx,
  row: TramiteRow,
  { personaIds, uids, personal }: Titular,
) => {
  const found: string[] = [];
  if (personaIds.length === 0 && uids.length === 0) {
    found.push('La solicitud no dice de qué expediente ni de qué cuenta es: no hay qué suprimir.');
  }
  if (personal) {
    found.push('La cuenta es de personal de la escuela: quítele antes su rol, en «Usuarios».');
  }
  const suya = row.uid === null ? null : await readPersonaIdOf(trx, row.uid);
  if (suya !== null && row.persona_id !== null && suya !== row.persona_id) {
    found.push(
      'La cuenta que la presentó ya es de otro expediente. Pida que la presente de nuevo.',
    );
  }
  return found;
};

/** Holds accounts and file, in the order in which whoever writes in their name does. */
const hold = async (trx: Trx, { uids, personaIds }: Titular): Promise<void> => {
  for (const uid of uids.toSorted()) await lockCuentaByUid(trx, uid);
  if (personaIds[0] !== undefined) await lockPersonaById(trx, personaIds[0]);
};

/** What would be done now. `lock` holds who it is about until the transaction ends. */
const planOf = async (
  trx: Trx,
  supresiones: readonly Supresion[],
  id: string,
  lock: boolean,
): Promise<Plan> => {
  const row = await requireCancelacion(trx, id);
  if (lock) await hold(trx, await titularOf(trx, row));
  const titular = await titularOf(trx, row);
  const counted: (CategoriaSuprimida & { identifica: boolean })[] = [];
  for (const { id: categoria, titulo, fundamento, identifica = false, count } of supresiones) {
    const { borra, conserva } = await count(trx, titular);
    if (borra + conserva === 0) continue;
    const ground = conserva > 0 && fundamento ? CONSERVACION[fundamento] : null;
    counted.push({ id: categoria, titulo, borra, conserva, fundamento: ground, identifica });
  }
  const bloquea =
    titular.personaIds.length > 0 &&
    counted.some(({ identifica, conserva }) => identifica && conserva > 0);
  const categorias = counted.map(({ identifica: _, ...one }) =>
    one.id === 'persona' && bloquea
      ? { ...one, borra: 0, conserva: 1, fundamento: CONSERVACION.identidad }
      : one,
  );
  const clave = row.persona_id === null ? null : await readClave(trx, row.persona_id);
  // Sessions, mails and the history grow by themselves, also by looking: they are not what is decided.
  const LIVE = ['historial', 'sesiones', 'correos', 'intentos-fallidos', 'codigos', 'trabajos'];
  const shown = categorias.filter(({ id: one }) => !LIVE.includes(one));
  return {
    row,
    titular,
    confirmacion: clave ?? row.folio,
    categorias,
    bloquea,
    impedimentos: await impedimentosOf(trx, row, titular),
    huella: createHash('sha256')
      .update(JSON.stringify([clave, bloquea, titular.uids, shown]))
      .digest('base64url'),
  };
};

/** What carrying out a cancellation would do; it is noted that somebody looked. */
export const previewSupresion = async (
  trx: Trx,
  supresiones: readonly Supresion[],
  { id }: { id: string },
) => {
  const { row, titular, confirmacion, categorias, bloquea, impedimentos, huella } = await planOf(
    trx,
    supresiones,
    id,
    false,
  );
  await recordOnce(trx, 'arco.ensayarSupresion', { id, personaId: row.persona_id });
  const avisa =
    avisosDe(row, titular, await readCorreosConocidos(trx, titular.personaIds))[0] ?? null;
  return { confirmacion, categorias, bloquea, avisa, impedimentos, huella };
};

const perform = async (
  trx: Trx,
  supresiones: readonly Supresion[],
  input: z.output<typeof contract.confirmSupresionArco.input>,
  { actor, services }: Context,
): Promise<{ row: TramiteRow; objetos: string[] }> => {
  const plan = await planOf(trx, supresiones, input.id, true);
  const { row, titular, categorias, bloquea } = plan;
  if (input.confirmacion.toUpperCase() !== plan.confirmacion.toUpperCase()) {
    throw refuse('INVALID_ARGUMENT', ERRORES.noConfirma);
  }
  await requireOtraPersona(trx, row, actor);
  if (plan.impedimentos.length > 0) throw refuse('FAILED_PRECONDITION', ERRORES.impedida);
  if (input.huella !== plan.huella) throw refuse('ABORTED', ERRORES.cambio);
  const ahora = services.now();
  const avisos = avisosDe(row, titular, await readCorreosConocidos(trx, titular.personaIds));
  const set = {
    cumplido_en: ahora,
    cumplimiento:
      'Se suprimieron los datos personales. Abajo se dice qué se borró, qué se conserva y con qué fundamento.',
  };
  const done = await stepTramite(trx, input.id, 'cumplir', set);
  if (!done) throw refuse('ABORTED', ERRORES.yaAtendida);
  const objetos: string[] = [];
  const last: Statement<unknown>[] = [];
  const alFinal = (statements: readonly Statement<unknown>[]) => void last.push(...statements);
  const { notificaciones } = services;
  const now = { notificaciones, queda: bloquea, ahora, alFinal };
  for (const one of await inOrder(trx, supresiones)) {
    objetos.push(...(await one.perform(trx, titular, now)));
  }
  // The bytes go after the commit: what this process does not come to do, the cleaning of the store does.
  for (const objeto of objetos) await services.storage.kept.letGo(trx, objeto, ahora);
  for (const to of avisos) {
    await services.notificaciones.notify(
      trx,
      supresionMail(services.env, to, { folio: row.folio, categorias }),
    );
  }
  await insertSupresion(trx, input.id, categorias);
  await recordCambio(trx, 'arco.suprimir', {
    id: input.id,
    personaId: row.persona_id,
    actorUid: actor.uid,
    despues: {
      folio: row.folio,
      estado: done.estado,
      borrados: categorias.reduce((sum, { borra }) => sum + borra, 0),
      conservados: categorias.reduce((sum, { conserva }) => sum + conserva, 0),
      bloqueado: bloquea,
    },
  });
  await together(trx, last);
  return { row: (await findTramite(trx, input.id))!, objetos };
};

/**
 * Carries out a cancellation: everything in one transaction, the bytes after it.
 * @throws {CallError} NOT_FOUND, FAILED_PRECONDITION, INVALID_ARGUMENT, ABORTED.
 */
export const confirmSupresion = async (
  supresiones: readonly Supresion[],
  input: z.output<typeof contract.confirmSupresionArco.input>,
  ctx: Context,
): Promise<TramiteRow> => {
  const { db, storage } = ctx.services;
  try {
    const { row, objetos } = await db
      .transaction()
      .execute((trx) => perform(trx, supresiones, input, ctx));
    for (const objeto of objetos) await storage.kept.drop(objeto);
    return row;
  } catch (error) {
    throw isConflict(error) ? refuse('ABORTED', ERRORES.cambio) : error;
  }
};
