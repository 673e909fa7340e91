import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { recordCambio } from '../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import { CallError, refuseFields } from '../../../platform/shared/errors.ts';
import {
  clearPredeterminada,
  deleteVistaOf,
  insertVista,
  lockVistas,
  selectVistas,
  updateVista,
  type VistaGuardada,
  type VistaRow,
} from './data.ts';

/** More names than this of one list are no help to find one. */
const MAX_BY_LISTA = 30;

const wrong = (mensaje: string) => refuseFields({ nombre: mensaje });
const gone = () => new CallError('NOT_FOUND', 'Esa vista ya no existe.');

/** What the history keeps: never what is searched for, which may be somebody's CURP. */
const noted = ({ lista, nombre, predeterminada }: VistaRow) => ({ lista, nombre, predeterminada });

/**
 * Saves a view of somebody's (`id` null: a new one).
 *
 * @throws {CallError} INVALID_ARGUMENT with `fields.nombre`: none, or taken; NOT_FOUND: not theirs, or of another
 * list; RESOURCE_EXHAUSTED: that list has too many.
 */
export const saveVistaOf = async (
  trx: Trx,
  uid: string,
  { id, ...vista }: VistaGuardada & { id: string | null },
): Promise<VistaRow> => {
  if (vista.nombre === '') throw wrong('Escriba un nombre para la vista.');
  await lockVistas(trx, uid);
  const there = (await selectVistas(trx, uid)).filter(({ lista }) => lista === vista.lista);
  const before = there.find((one) => one.id === id) ?? null;
  if (id !== null && before === null) throw gone();
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  if (there.some((one) => one.id !== id && same(one.nombre, vista.nombre))) {
    throw wrong('Ya tiene una vista de esta lista con ese nombre.');
  }
  if (id === null && there.length >= MAX_BY_LISTA) {
    throw new CallError(
      'RESOURCE_EXHAUSTED',
      `Ya guardó ${MAX_BY_LISTA} vistas de esta lista. Borre una que ya no use.`,
    );
  }
  if (vista.predeterminada) await clearPredeterminada(trx, { uid, lista: vista.lista });
  const saved = await (id === null
    ? insertVista(trx, uid, vista)
    : updateVista(trx, uid, id, vista));
  await recordCambio(trx, 'vista.guardar', {
    id: saved.id,
    antes: before && noted(before),
    despues: noted(saved),
  });
  return saved;
};

/** @throws {CallError} NOT_FOUND: it is not there, or another's. */
export const removeVistaOf = async (trx: Trx, uid: string, id: string): Promise<void> => {
  await lockVistas(trx, uid);
  const removed = await deleteVistaOf(trx, uid, id);
  if (!removed) throw gone();
  await recordCambio(trx, 'vista.borrar', { id, antes: noted(removed) });
};

/** How somebody has their lists. */
export const vistasAporte: Aporte = aporteDeTabla({
  id: 'vistas',
  titulo: 'Vistas de listas que guardó',
  tabla: 'vistas',
  por: [{ columna: 'uid', es: 'cuenta' }],
});

export const vistasSupresion: Supresion = supresionDeTabla({
  id: 'vistas',
  titulo: 'Vistas de listas que guardó',
  tabla: 'vistas',
  por: [{ columna: 'uid', es: 'cuenta' }],
});
