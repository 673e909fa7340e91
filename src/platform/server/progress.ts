import { type Generated, type Selectable, sql } from 'kysely';
import { TRABAJO, type TrabajoEstado, type TrabajoResultado } from '../shared/trabajos.ts';
import { inEstado } from './db/estados.ts';
import type { Db, Trx } from './db/index.ts';
import type { JobRun } from './jobs.ts';

type TrabajosVisibles = {
  id: Generated<string>;
  tipo: string;
  propietario: string;
  titulo: string;
  estado: Generated<TrabajoEstado>;
  avance: Generated<number>;
  total: number | null;
  mensaje: string | null;
  datos: string;
  resultado: string | null;
  entrega: string;
  intento: Generated<number>;
  oculto: Generated<boolean>;
  sin_retorno: Generated<boolean>;
  turno: Generated<number>;
  creado_en: Generated<Date>;
  iniciado_en: Date | null;
  terminado_en: Date | null;
  actualizado_en: Generated<Date>;
};

declare module './db/index.ts' {
  interface Tables {
    trabajos_visibles: TrabajosVisibles;
    trabajos_partidas: { trabajo_id: string; clave: string };
  }
}

/** A row of the tray. jsonb columns are written as text and come back as values. */
export type Trabajo = Omit<Selectable<TrabajosVisibles>, 'datos' | 'resultado'> & {
  datos: Record<string, unknown>;
  resultado: TrabajoResultado | null;
};

/** Thrown inside a handler when its owner cancelled it, or another run took it over. Let it pass. */
export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled, or another run has it');
    this.name = 'JobCancelled';
  }
}

/** Thrown inside a handler when its owner may no longer have it done. Let it pass; `message` says why (Spanish). */
export class JobDenied extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobDenied';
  }
}

/** Milliseconds between two writings of the figures. */
const EVERY = 500;

/**
 * What a handler says of its work, and its door to doing each thing once. Each of these but `isDone` first asks
 * whether the owner still may have it done, and throws `JobDenied` when not.
 */
export type Progress = {
  /** The job's id, and the uid of who asked for it. */
  readonly id: string;
  readonly propietario: string;
  /** Says how far it is; throws `JobCancelled` once the owner has cancelled. One query: call it once a block. */
  report: (done: number, total?: number | null, message?: string) => Promise<void>;
  isCancelled: () => Promise<boolean>;
  /** Whether `item` has been done for this key, by this run or one that died. */
  isDone: (key: string) => Promise<boolean>;
  /**
   * Does `work` once for this key, whatever happens: the mark that it is done commits with its
   * effect. False when it had been done before (by a run that died).
   */
  item: (key: string, work: (trx: Trx) => Promise<void>) => Promise<boolean>;
  /**
   * A transaction that only commits while the job is this run's: not cancelled, not taken over. For what
   * may be done twice without harm, or says by itself how far it is.
   */
  step: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /**
   * A `step` from which, when it gives true, there is no way back: its owner cannot cancel it any more, and
   * what they may is not asked any more either.
   */
  decide: (work: (trx: Trx) => Promise<boolean>) => Promise<boolean>;
  /** `item` for each of them in order, with the figures. */
  each: <T>(
    items: readonly T[],
    key: (item: T) => string,
    work: (trx: Trx, item: T) => Promise<void>,
    message?: string,
  ) => Promise<void>;
};

/** Waits for a handler as long as it shows that it goes on; one that hangs fails, to be tried again. */
type WhileAlive = <T>(work: Promise<T>, idleMs: number) => Promise<T>;

/** The progress of one delivery of `row`: one that was superseded can change nothing any more. */
export const createProgress = (
  db: Db,
  row: Trabajo,
  run: JobRun,
  /** Throws `JobDenied` when its owner may no longer have it done. */
  permit: (on: Db | Trx) => Promise<void>,
  /** Called once the figures are written. */
  onWritten: () => void = () => {},
): Progress & { settle: () => Promise<void>; whileAlive: WhileAlive } => {
  const { id, propietario } = row;
  let pending: { avance: number; total: number | null; mensaje: string | null } | null = null;
  let writtenAt = 0;
  let total = row.total;
  let mensaje: string | null = null;
  /** While an item's transaction holds the row, nothing else may wait for it: see `report`. */
  let busy = 0;
  let decided = row.sin_retorno;

  const mine = sql<boolean>`id = ${id} and entrega = ${row.entrega} and intento = ${row.intento} and ${inEstado(TRABAJO, 'estado', 'enCurso')}`;

  const write = async () => {
    if (!pending || busy > 0) return;
    const set = pending;
    pending = null;
    writtenAt = Date.now();
    const { numUpdatedRows } = await db
      .updateTable('trabajos_visibles')
      .set({ ...set, actualizado_en: sql<Date>`now()` })
      .where(mine)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new JobCancelled();
    onWritten();
  };

  /** When the handler last said anything, and whether it was given up for not doing so. */
  let aliveAt = Date.now();
  let dead = false;
  const live = () => {
    if (run.signal.aborted || dead) throw new JobCancelled();
    aliveAt = Date.now();
  };

  const progress: Progress = {
    id,
    propietario,
    async report(done, of, message) {
      live();
      // Inside a step it was asked already, and the embedded database has no second connection.
      if (!decided && busy === 0) await permit(db);
      if (of !== undefined) total = of;
      const news = (message ?? null) !== mensaje;
      mensaje = message ?? null;
      pending = { avance: done, total, mensaje };
      if (news || Date.now() - writtenAt >= EVERY) await write();
    },
    async isCancelled() {
      if (run.signal.aborted || dead) return true;
      aliveAt = Date.now();
      if (!decided) await permit(db);
      const held = await db
        .selectFrom('trabajos_visibles')
        .select('id')
        .where(mine)
        .executeTakeFirst();
      return held === undefined;
    },
    async isDone(key) {
      const mark = await db
        .selectFrom('trabajos_partidas')
        .select('clave')
        .where('trabajo_id', '=', id)
        .where('clave', '=', key)
        .executeTakeFirst();
      return mark !== undefined;
    },
    async step(work) {
      live();
      busy += 1;
      try {
        return await db.transaction().execute(async (trx) => {
          // Whoever cancels waits until this is done, or this finds it cancelled.
          const held = await trx
            .selectFrom('trabajos_visibles')
            .select('id')
            .where(mine)
            .forShare()
            .executeTakeFirst();
          if (!held) throw new JobCancelled();
          if (!decided) await permit(trx);
          return work(trx);
        });
      } finally {
        busy -= 1;
      }
    },
    async decide(work) {
      const done = await progress.step(async (trx) => {
        if (!(await work(trx))) return false;
        await trx
          .updateTable('trabajos_visibles')
          .set({ sin_retorno: true })
          .where('id', '=', id)
          .execute();
        return true;
      });
      decided ||= done;
      return done;
    },
    item: (key, work) =>
      progress.step(async (trx) => {
        const marked = await trx
          .insertInto('trabajos_partidas')
          .values({ trabajo_id: id, clave: key })
          .onConflict((conflict) => conflict.doNothing())
          .returning('clave')
          .executeTakeFirst();
        if (!marked) return false;
        await work(trx);
        return true;
      }),
    async each(items, key, work, message) {
      let done = 0;
      for (const item of items) {
        await progress.report(done, items.length, message);
        await progress.item(key(item), (trx) => work(trx, item));
        done += 1;
      }
      await progress.report(done, items.length, message);
    },
  };
  const whileAlive: WhileAlive = (work, idleMs) => {
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<never>((_, reject) => {
      const watch = () => {
        const left = aliveAt + idleMs - Date.now();
        if (left > 0) timer = setTimeout(watch, left);
        else {
          dead = true;
          reject(new Error(`No progress in ${idleMs / 1000} s`));
        }
      };
      watch();
    });
    return Promise.race([work, hung]).finally(() => clearTimeout(timer));
  };
  return { ...progress, settle: write, whileAlive };
};
