import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Baja } from '../../../../platform/server/notificaciones/baja.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import {
  CLASES_CORREO,
  CLASES_OPCIONALES,
  type ClaseCorreo,
  type ClaseOpcional,
  type ModoAviso,
} from '../../../../platform/shared/avisos.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Avisos } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { lockElegidos, selectElegidos, upsertElegidos } from './data.ts';

type Modos = readonly { clase: ClaseOpcional; modo: ModoAviso }[];

/** Every kind once, in the order of their declaration; what is not named, as `otherwise` has it. */
const complete = (modos: Modos, otherwise: (clase: ClaseOpcional) => ModoAviso): Avisos => {
  const named = new Map(modos.map(({ clase, modo }) => [clase, modo]));
  return {
    modos: CLASES_OPCIONALES.map((clase) => ({
      clase,
      modo: named.get(clase) ?? otherwise(clase),
    })),
  };
};

/** By which way each optional kind comes to an account. */
export const readAvisos = async (db: Db | Trx, uid: string): Promise<Avisos> =>
  complete(await selectElegidos(db, uid), (clase) => CLASES_CORREO[clase].omision);

/** As the history tells it: the kinds that do not come by mail each time. */
const dichoDe = ({ modos }: Avisos) => {
  const en = (modo: ModoAviso) =>
    modos.filter((one) => one.modo === modo).map(({ clase }) => clase);
  return {
    soloEnPortal: en('portal'),
    resumenDiario: en('diario'),
    resumenSemanal: en('semanal'),
  };
};

const save = async (
  trx: Trx,
  uid: string,
  { was, next, ahora }: { was: Avisos; next: Avisos; ahora: Date },
): Promise<void> => {
  const changed = next.modos.filter(({ modo }, n) => was.modos[n]?.modo !== modo);
  await upsertElegidos(trx, uid, changed, ahora);
};

/**
 * Chooses them, over what was seen (`antes`).
 *
 * @throws {CallError} ABORTED `avisos-cambio`: it says another thing by now.
 */
export const saveAvisos = async (
  trx: Trx,
  { uid, antes, modos, ahora }: { uid: string; antes: Modos; modos: Modos; ahora: Date },
): Promise<Avisos> => {
  await lockElegidos(trx, uid);
  const was = await readAvisos(trx, uid);
  const stays = (clase: ClaseOpcional) => was.modos.find((one) => one.clase === clase)!.modo;
  const next = complete(modos, stays);
  const same = (a: Avisos) => JSON.stringify(a) === JSON.stringify(was);
  // Sent twice, it is done once.
  if (same(next)) return was;
  if (!same(complete(antes, stays))) {
    throw new CallError('ABORTED', ERRORES.cambio.message, { code: ERRORES.cambio.code });
  }
  await save(trx, uid, { was, next, ahora });
  await recordCambio(trx, 'cuenta.elegirAvisos', {
    id: uid,
    antes: dichoDe(was),
    despues: dichoDe(next),
  });
  return next;
};

/** What a mail program asked for its person: that kind, or what comes in digests, is in the portal only. */
export const unsubscribe = async (
  trx: Trx,
  { uid, clase, ahora }: Baja & { ahora: Date },
): Promise<void> => {
  await lockElegidos(trx, uid);
  const was = await readAvisos(trx, uid);
  const leaves = (one: Modos[number]) =>
    clase === 'resumen'
      ? one.modo === 'diario' || one.modo === 'semanal'
      : one.clase === clase && one.modo === 'correo';
  if (!was.modos.some(leaves)) return;
  const next = {
    modos: was.modos.map((one) => (leaves(one) ? { ...one, modo: 'portal' as const } : one)),
  };
  await save(trx, uid, { was, next, ahora });
  await recordCambio(trx, 'cuenta.bajaDeAvisos', {
    id: uid,
    antes: dichoDe(was),
    despues: dichoDe(next),
  });
};

const titulo = 'Por dónde recibe sus avisos';

export const avisosAporte: Aporte = aporteDeTabla({
  id: 'avisos',
  titulo,
  tabla: 'avisos_elegidos',
  por: [{ columna: 'uid', es: 'cuenta' }],
  completa: async (_services, filas) =>
    filas.map(({ clase }) => ({
      aviso: CLASES_CORREO[String(clase) as ClaseCorreo]?.titulo ?? clase,
    })),
});

export const avisosSupresion: Supresion = supresionDeTabla({
  id: 'avisos',
  titulo,
  tabla: 'avisos_elegidos',
  por: [{ columna: 'uid', es: 'cuenta' }],
});
