import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORTACION } from '../../shared/importaciones.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Log } from '../log.ts';
import { type Hoja, type HojasDeclaradas, hojaForHistory, type ImportRun } from './define.ts';
import type { HojaEvent } from './engine.ts';
import {
  deleteImportacion,
  findImportacion,
  type Importacion,
  lockImportacion,
  markDone,
  selectAbandonadas,
  selectDecididas,
  updateImportacion,
} from './importaciones.ts';

/** Rows that one short transaction writes, records or removes: others wait for it. */
export const BLOCK = 150;
/**
 * Changes of rows that are there which the last transaction puts in their place together; more of them
 * go in blocks before it.
 */
const TOGETHER = 1_000;

/** Runs a short transaction of an import. */
export type Step = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

type Options = {
  db: Db;
  /** True: transactions do not wait for each other, so that all changes go together. */
  concurrent: boolean;
  hojas: HojasDeclaradas;
  log: Log;
  now: () => Date;
  onEvent: (trx: Trx, event: HojaEvent) => Promise<void>;
};

/** The end of an import, by its job or by whoever finds it half done. */
export const createWriting = ({ db, concurrent, hojas, log, now, onEvent }: Options) => {
  const alone: Step = (work) => db.transaction().execute(work);

  /**
   * On the only connection of the embedded database a request of five statements would wait for five of
   * these: after each, others have the connection for as long as it took.
   */
  const politely =
    (step: Step): Step =>
    async (work) => {
      const from = performance.now();
      const done = await step(work);
      if (!concurrent) await sleep(performance.now() - from);
      return done;
    };

  /** Does the next piece of what was decided, and keeps how far it is; false when none is left. */
  const goOn = (
    id: string,
    piece: (trx: Trx, run: ImportRun & { cursor: string | null }) => Promise<string | null>,
    step: Step,
  ): Promise<boolean> =>
    step(async (trx) => {
      const row = await lockImportacion(trx, id);
      if (!row || !IMPORTACION.can('seguir', row.estado)) return false;
      const { actor_uid: actorUid, cursor } = row;
      const next = await piece(trx, { id, actorUid, now: now(), cursor });
      if (next !== null) await updateImportacion(trx, id, { cursor: next });
      return next !== null;
    });

  /** Does what was decided: the history, then what everybody sees. */
  const finish = async (
    { id, cifras }: Importacion,
    hoja: Hoja,
    detalle: Record<string, unknown>,
    step: Step = alone,
  ): Promise<void> => {
    const { writer } = hoja;
    if (!writer) throw new Error(`${hoja.id} is not imported`);
    while (await goOn(id, (trx, run) => writer.record(trx, run, BLOCK), step));
    const { apply } = writer;
    if (apply && !concurrent && (cifras.cambiadas ?? 0) > TOGETHER) {
      while (await goOn(id, (trx, run) => apply(trx, run, BLOCK), step));
    }
    await step(async (trx) => {
      const row = await lockImportacion(trx, id);
      if (!row || !IMPORTACION.can('terminar', row.estado)) return;
      const { actor_uid: actorUid, cursor } = row;
      await apply?.(trx, { id, actorUid, now: now(), cursor }, null);
      await updateImportacion(trx, id, { paso: 'terminar' });
      await markDone(trx, id);
      const { leidas, avisos: _, ...figures } = row.cifras;
      await onEvent(trx, {
        accion: 'importar',
        trabajoId: id,
        actorUid,
        detalle: { ...hojaForHistory(hoja), ...detalle, filas: leidas, ...figures },
      });
    });
  };

  /** Removes what an import that was given up had written unseen. */
  const discard = async (id: string, { writer }: Hoja): Promise<void> => {
    const step = politely(alone);
    for (;;) {
      const done = await step(async (trx) => {
        const row = await lockImportacion(trx, id);
        if (!row || !IMPORTACION.can('descartar', row.estado)) return true;
        const cursor = row.estado === 'descartada' ? row.cursor : null;
        const next = (await writer?.discard(trx, { id, cursor }, BLOCK)) ?? null;
        if (next !== null) {
          await updateImportacion(trx, id, { paso: 'descartar', cursor: next });
          return false;
        }
        await deleteImportacion(trx, id);
        return true;
      });
      if (done) return;
    }
  };

  const settle = async (importacion: Importacion) => {
    const hoja = hojas.find(importacion.hoja);
    if (!hoja) return;
    if (IMPORTACION.can('terminar', importacion.estado)) await finish(importacion, hoja, {});
    else if (importacion.estado === 'terminada') {
      await alone((trx) => deleteImportacion(trx, importacion.id));
    } else await discard(importacion.id, hoja);
    log.info({ importacion: importacion.id, estado: importacion.estado }, 'importación recogida');
  };

  return {
    politely,
    finish,
    discard,
    find: (id: string) => findImportacion(db, id),
    /** Ends what nobody works on: does what was decided, removes what was not. */
    async settleAbandoned(): Promise<void> {
      for (const importacion of await selectAbandonadas(db)) await settle(importacion);
    },
    /** Ends what was decided, whoever works on it: for a process that has the database to itself. */
    async settleDecided(): Promise<void> {
      for (const importacion of await selectDecididas(db)) await settle(importacion);
    },
  };
};

export type Writing = ReturnType<typeof createWriting>;
