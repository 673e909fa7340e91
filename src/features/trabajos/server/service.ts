import { type Aporte, aporteDeTabla, type SinAporte } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { recordCambio } from '../../../platform/server/historial/index.ts';
import {
  filtersForHistory,
  type Hoja,
  hojaForHistory,
} from '../../../platform/server/hojas/define.ts';
import type { HojaEvent } from '../../../platform/server/hojas/index.ts';
import type { Services } from '../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../platform/server/supresiones.ts';
import { findTitulo } from '../../../platform/server/trabajos-turnos.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { TrabajoEstado } from '../../../platform/shared/trabajos.ts';
import { canSeeAllTrabajos } from '../policy.ts';

/** How accounts are called, by their uid; who is no more is not in it. */
export type NombresDeCuentas = (
  db: Db,
  uids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

declare module '../../../platform/server/feature.ts' {
  interface Slots {
    /** How those are called whose work an Admin sees in the tray. */
    nombresDeCuentas: NombresDeCuentas;
  }
}

/** Whose jobs an actor may touch: an Admin everybody's (null), anyone else their own. */
export const scopeOf = (actor: Actor) => (canSeeAllTrabajos(actor) ? null : actor.uid);

const notFound = () =>
  new CallError('NOT_FOUND', 'Ese trabajo ya no admite el cambio. Actualice la bandeja.');

const tooLate = () =>
  new CallError('FAILED_PRECONDITION', 'Ya se está terminando de escribir: no se puede cancelar.');

/** Asking for a list, and what becomes of it, is of the job that does it. */
const entidad = 'trabajo';

/** What happened to a list, for the history: how many rows and of which file, not what they say. */
export const recordHoja = (trx: Trx, event: HojaEvent): Promise<void> =>
  recordCambio(trx, `hoja.${event.accion}`, {
    id: event.trabajoId,
    entidad,
    despues: event.detalle,
    actorUid: event.actorUid,
  });

/** A job that the portal stopped because its owner may no longer have it done. */
export const recordTrabajoDetenido = (
  trx: Trx,
  { trabajoId, motivo }: { trabajoId: string; motivo: string },
): Promise<void> =>
  recordCambio(trx, 'trabajo.detener', { id: trabajoId, despues: { motivo }, actorUid: null });

/** Asks that a list be imported by that job, for the history. */
export const recordImportacion = (trx: Trx, id: string, declared: Hoja): Promise<void> =>
  recordCambio(trx, 'hoja.pedirImportacion', { id, entidad, despues: hojaForHistory(declared) });

/** The same of an export; of a search the history only keeps that there was one. */
export const recordExportacion = (
  trx: Trx,
  id: string,
  declared: Hoja,
  { tipo, filtros }: { tipo: string; filtros: Record<string, unknown> },
): Promise<void> =>
  recordCambio(trx, 'hoja.pedirExportacion', {
    id,
    entidad,
    despues: { ...hojaForHistory(declared), tipo, filtros: filtersForHistory(declared, filtros) },
  });

/** Cancels a job that has not gone too far. */
export const cancel = async (
  { db, trabajos }: Pick<Services, 'db' | 'trabajos'>,
  actor: Actor,
  id: string,
): Promise<{ estado: TrabajoEstado }> => {
  const scope = scopeOf(actor);
  const cancelled = await db.transaction().execute(async (trx) => {
    const row = await trabajos.cancel(trx, id, scope);
    if (row) await recordCambio(trx, 'trabajo.cancelar', { id });
    return row;
  });
  if (cancelled) {
    trabajos.tell(cancelled.propietario, cancelled.tipo);
    return { estado: cancelled.estado };
  }
  const row = await trabajos.find(id);
  const seen = row && (scope === null || row.propietario === scope);
  throw seen && row.sin_retorno ? tooLate() : notFound();
};

/** Asks again for one that failed or was cancelled. */
export const retry = async (
  { db, trabajos }: Pick<Services, 'db' | 'trabajos'>,
  actor: Actor,
  id: string,
): Promise<{ estado: TrabajoEstado }> => {
  const row = await db.transaction().execute(async (trx) => {
    const again = await trabajos.retry(trx, id, scopeOf(actor));
    if (!again) throw notFound();
    await recordCambio(trx, 'trabajo.reintentar', { id });
    return again;
  });
  trabajos.tell(row.propietario, row.tipo);
  return { estado: row.estado };
};

/** Takes finished ones out of somebody's tray. */
export const hide = async (
  { db, trabajos }: Pick<Services, 'db' | 'trabajos'>,
  uid: string,
  ids: readonly string[],
): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    for (const id of await trabajos.hide(trx, ids, uid)) {
      await recordCambio(trx, 'trabajo.quitar', { id });
    }
  });
  trabajos.tell(uid);
};

/** Describes one's own import to the staff who attend a question about it. */
export const importacionesContexto: Slots['contextoDeSoporte'] = {
  tipo: 'importacion',
  async find(db, id, { uid }) {
    const titulo = await findTitulo(db, { id, propietario: uid });
    return titulo === undefined ? null : { titulo, enlace: null };
  },
};

const deSuDueno = { columna: 'propietario', es: 'cuenta' } as const;

/** The long work that somebody asked for, and the spreadsheets of it. */
export const trabajosAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'trabajos',
    titulo: 'Trabajos que pidió',
    tabla: 'trabajos_visibles',
    por: [deSuDueno],
    sin: ['datos', 'entrega'],
  }),
  aporteDeTabla({
    id: 'listas',
    titulo: 'Listas que importó o exportó',
    tabla: 'trabajos_archivos',
    por: [deSuDueno],
    sin: ['objeto', 'lectura'],
    reservas: [
      'De las listas que importó o exportó se dice cuáles fueron; su contenido son datos de otras personas.',
    ],
  }),
];

export const trabajosSinAporte: SinAporte = {
  'importaciones.actor_uid': 'filas de otras personas; que las importó está en sus trabajos',
  'trabajos_partidas.trabajo_id': 'marcas internas de hasta dónde va un trabajo',
};

export const trabajosSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'trabajos',
    titulo: 'Trabajos que pidió',
    tabla: 'trabajos_visibles',
    por: [deSuDueno],
  }),
  supresionDeTabla({
    id: 'listas',
    titulo: 'Listas que importó o exportó',
    tabla: 'trabajos_archivos',
    por: [deSuDueno],
    objetos: ({ objeto }) => [objeto],
  }),
];

export const trabajosSinSupresion: SinSupresion = {
  'importaciones.actor_uid': 'filas de otras personas, que trajo el personal',
  'trabajos_partidas.trabajo_id': 'se van con su trabajo',
};
