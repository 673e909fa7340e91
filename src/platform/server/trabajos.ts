import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../shared/actor.ts';
import { CallError } from '../shared/errors.ts';
import { tryKept } from '../shared/formatos.ts';
import { TRABAJO, type TrabajoResultado } from '../shared/trabajos.ts';
import { inGrupo, mayTake, notInGrupo } from './db/estados.ts';
import type { Database, Db, Trx } from './db/index.ts';
import type { Eventos } from './eventos/index.ts';
import type { JobOptions, JobRun, Jobs } from './jobs.ts';
import { waitsFor } from './outage.ts';
import {
  createProgress,
  JobCancelled,
  JobDenied,
  type Progress,
  type Trabajo,
} from './progress.ts';
import { actAs } from './request-context.ts';
import { createTrabajosTell } from './trabajos-tell.ts';
import { type EnBandeja, holdOwner, LUGAR, requireRoom, takeTurn } from './trabajos-turnos.ts';

/** Thrown by a handler: it makes no sense to try again; the owner reads why (Spanish). */
export class JobRefused extends Error {
  readonly resultado: TrabajoResultado | undefined;
  constructor(message: string, resultado?: Omit<TrabajoResultado, 'mensaje'>) {
    super(message);
    this.name = 'JobRefused';
    this.resultado = { ...resultado, mensaje: message };
  }
}

export type NewTrabajo = {
  /** Uid of who asks for it. */
  propietario: string;
  /** What the tray calls it, e.g. «Importación de personas: alumnos.xlsx». */
  titulo: string;
  /** What the handler is given. References, not personal data. */
  datos: object;
  total?: number;
};

/** Finished jobs leave the tray after this long (days). */
const KEPT_DAYS = 30;
/** A handler that shows no progress for this long (default) hangs. */
const IDLE_SECONDS = 300;
const EXHAUSTED = 'trabajos-agotados';
const GAVE_UP = 'Falló varias veces y no se intentará más por sí solo. Puede reintentarlo.';

const CANCELLED = 'Cancelado a petición.';

type Delivery = { trabajo: string; entrega: string };

export type TrabajoDefinition<T extends object> = JobOptions & {
  /**
   * Who may have this done: asked of the owner *as they are now* when a run begins (the first, and each that
   * goes on), at each block (every door of `progress`), and when it is asked for again.
   */
  policy: (owner: Actor, datos: T) => boolean;
  /**
   * The work. It may be run again from the start at any time: what must happen once goes through
   * `progress.item`. What it returns is its result.
   */
  run: (datos: T, progress: Progress) => Promise<TrabajoResultado | null>;
  /** Removes what runs left half done, once the owner may no longer have it done. */
  discard?: (id: string) => Promise<void>;
  /** A handler that says nothing to `progress` for so long hangs: it is given up and tried again. */
  idleSeconds?: number;
  /** What the tray says of one that was cancelled (default: that it was). */
  cancelado?: string;
  /** What the tray adds of one whose owner may no longer have it done: what became of it. */
  detenido?: string;
};

/** Why an owner may not have it done, in words for them and for whoever administers. */
const denialOf = (owner: Actor | null): string => {
  if (!owner) return 'la cuenta que lo pidió está deshabilitada o ya no existe.';
  if (owner.faltaSegundoFactor) {
    return 'a la cuenta que lo pidió le falta el segundo factor que ahora se le exige.';
  }
  if (owner.faltaAceptar) {
    return 'la cuenta que lo pidió no ha aceptado los textos vigentes del portal.';
  }
  return 'la cuenta que lo pidió ya no tiene permiso para hacerlo.';
};

export type TrabajosOptions = {
  database: Pick<Database, 'db' | 'onCommit'>;
  jobs: Jobs;
  /** Pokes the trays when a job changed. */
  eventos: Pick<Eventos, 'tell' | 'watch'>;
  /** An account as it is now; null when it is no more or disabled. */
  ownerNow: (on: Db | Trx, uid: string) => Promise<Actor | null>;
  /** Leaves in the history, in the transaction that ends it, that a job's owner may no longer have it done. */
  onDenied: (trx: Trx, denied: { trabajoId: string; motivo: string }) => Promise<void>;
};

/**
 * Jobs that people see: asked for in a transaction, followed in the tray, cancelled and retried by
 * their owner. The row and the queue's job are written together.
 */
export const createTrabajos = ({
  database,
  jobs,
  eventos,
  ownerNow,
  onDenied,
}: TrabajosOptions) => {
  const { db } = database;
  const told = createTrabajosTell(database, eventos);
  const definitions = new Map<string, TrabajoDefinition<object>>();

  // Where the queue puts what it will not deliver again, also when a process died each time.
  jobs.define<Delivery>(EXHAUSTED, async ({ trabajo, entrega }) => {
    const given = await db
      .updateTable('trabajos_visibles')
      .set({
        estado: TRABAJO.pasos.abandonar.a,
        mensaje: GAVE_UP,
        ...now(),
        terminado_en: sql<Date>`now()`,
      })
      .where('id', '=', trabajo)
      .where('entrega', '=', entrega)
      .where(mayTake(TRABAJO, 'abandonar'))
      .returning('propietario')
      .executeTakeFirst();
    if (given) told.owner(given.propietario);
  });

  jobs.define(
    'trabajos-limpiar',
    async () => {
      await db
        .deleteFrom('trabajos_visibles')
        .where('terminado_en', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
        .execute();
    },
    { cron: '23 * * * *', retryLimit: 1 },
  );

  const begin = async ({ trabajo, entrega }: Delivery): Promise<Trabajo | null> =>
    ((await db
      .updateTable('trabajos_visibles')
      .set({
        estado: TRABAJO.pasos.empezar.a,
        intento: sql<number>`intento + 1`,
        iniciado_en: sql<Date>`coalesce(iniciado_en, now())`,
        mensaje: null,
        ...now(),
      })
      .where('id', '=', trabajo)
      .where('entrega', '=', entrega)
      .where(mayTake(TRABAJO, 'empezar'))
      .returningAll()
      .executeTakeFirst()) as Trabajo | undefined) ?? null;

  /** Why the owner may not have it done now; null when they may. A kind that nobody declared is nobody's. */
  const denial = async (on: Db | Trx, row: Trabajo): Promise<string | null> => {
    const owner = await ownerNow(on, row.propietario);
    return owner && definitions.get(row.tipo)?.policy(owner, row.datos) ? null : denialOf(owner);
  };

  type Ending = {
    paso: 'esperar' | 'terminar' | 'fallar';
    mensaje: string | null;
    resultado?: TrabajoResultado | null;
  };

  /** Ends a run's job; false when it is not this run's any more. */
  const end = async (row: Trabajo, set: Ending, on: Db | Trx = db): Promise<boolean> => {
    const { numUpdatedRows } = await on
      .updateTable('trabajos_visibles')
      .set({
        estado: TRABAJO.pasos[set.paso].a,
        mensaje: set.mensaje,
        ...(set.resultado !== undefined && {
          resultado: set.resultado && JSON.stringify(set.resultado),
        }),
        ...(set.paso === 'terminar' && { avance: sql<number>`coalesce(total, avance)` }),
        terminado_en: set.paso === 'esperar' ? null : sql<Date>`now()`,
        ...now(),
      })
      .where('id', '=', row.id)
      .where('entrega', '=', row.entrega)
      .where('intento', '=', row.intento)
      .where(mayTake(TRABAJO, set.paso))
      .executeTakeFirstOrThrow();
    if (on === db) told.owner(row.propietario);
    return numUpdatedRows > 0n;
  };

  /** Ends a job whose owner may no longer have it done. */
  const stop = async (row: Trabajo, motivo: string): Promise<void> => {
    const { detenido, discard } = definitions.get(row.tipo) ?? {};
    const mensaje = [`Se detuvo: ${motivo}`, ...(detenido ? [detenido] : [])].join(' ');
    await db.transaction().execute(async (trx) => {
      const ended = await end(row, { paso: 'fallar', mensaje, resultado: null }, trx);
      if (ended) await onDenied(trx, { trabajoId: row.id, motivo });
    });
    told.owner(row.propietario);
    await discard?.(row.id);
  };

  return {
    /** Declares a kind of visible job, with who may have it done. */
    define<T extends object>(tipo: string, definition: TrabajoDefinition<T>): void {
      const {
        policy,
        run: handler,
        discard: _discard,
        idleSeconds = IDLE_SECONDS,
        cancelado: _cancelado,
        detenido: _detenido,
        ...options
      } = definition;
      if (typeof policy !== 'function') {
        throw new Error(`Job ${tipo} names no policy: say who may have it done.`);
      }
      definitions.set(tipo, definition as unknown as TrabajoDefinition<object>);
      jobs.define<Delivery>(
        tipo,
        async (delivery: Delivery, run: JobRun) => {
          const row = await begin(delivery);
          // Cancelled before it began, finished already, or asked for again since.
          if (!row) return;
          told.owner(row.propietario);
          // The owners of jobs of the same kind that wait have another place now.
          void told.waiting(tipo);
          const permit = async (on: Db | Trx) => {
            const motivo = await denial(on, row);
            if (motivo !== null) throw new JobDenied(motivo);
          };
          const progress = createProgress(db, row, run, permit, () => told.owner(row.propietario));
          try {
            // What was decided while they might is finished: there is no way back from it.
            if (!row.sin_retorno) await permit(db);
            const work = actAs(row.propietario, () => handler(row.datos as T, progress));
            const resultado = await progress.whileAlive(work, idleSeconds * 1000);
            await progress.settle();
            await end(row, { paso: 'terminar', mensaje: resultado?.mensaje ?? null, resultado });
          } catch (error) {
            await progress.settle().catch(() => {});
            if (error instanceof JobCancelled) return;
            if (error instanceof JobDenied) return stop(row, error.message);
            const refused =
              error instanceof JobRefused ||
              // Too many wait: that passes.
              (error instanceof CallError && error.status !== 'UNAVAILABLE');
            if (refused) {
              const resultado = error instanceof JobRefused ? (error.resultado ?? null) : null;
              await end(row, { paso: 'fallar', mensaje: error.message, resultado });
              return;
            }
            const waits = waitsFor(error);
            const again = 'Hubo un tropiezo; se intentará de nuevo en unos segundos.';
            const last = run.lastTry && waits === null;
            await end(row, {
              paso: last ? 'fallar' : 'esperar',
              mensaje: last ? GAVE_UP : (waits ?? again),
            });
            throw error;
          }
        },
        { expireInSeconds: 3_600, ...options, deadLetter: EXHAUSTED },
      );
    },

    /**
     * Refuses who has as many as one may before a transaction is begun for it: of hundreds that are pressed at
     * once each costs the others one short question. `send` decides.
     * @throws {CallError} RESOURCE_EXHAUSTED.
     */
    requireRoom: (propietario: string): Promise<void> => requireRoom(db, propietario),

    /**
     * The job of that kind that somebody has waiting or under way; null: none, and until `trx` ends none of theirs
     * begins beside it.
     */
    async liveOf(trx: Trx, tipo: string, propietario: string): Promise<string | null> {
      await holdOwner(trx, propietario);
      const row = await trx
        .selectFrom('trabajos_visibles')
        .select('id')
        .where('tipo', '=', tipo)
        .where('propietario', '=', propietario)
        .where(inGrupo(TRABAJO, 'vivos'))
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /**
     * Asks for a job inside `trx`. Gives the id that the tray and the callables use.
     * @throws {CallError} RESOURCE_EXHAUSTED when its owner has as many as one may.
     */
    async send(trx: Trx, tipo: string, nuevo: NewTrabajo): Promise<string> {
      const delivery = { trabajo: randomUUID(), entrega: randomUUID() };
      const { propietario } = nuevo;
      const turno = await takeTurn(trx, { id: delivery.trabajo, tipo, propietario });
      await trx
        .insertInto('trabajos_visibles')
        .values({
          id: delivery.trabajo,
          tipo,
          propietario,
          turno,
          titulo: nuevo.titulo,
          total: nuevo.total ?? null,
          datos: JSON.stringify(nuevo.datos),
          entrega: delivery.entrega,
        })
        .execute();
      await jobs.send(trx, tipo, delivery, { turno });
      told.sent(delivery.trabajo);
      return delivery.trabajo;
    },

    /**
     * Cancels what has not finished; what is done stays done. Null: there is no such live job, or it has
     * gone too far (`progress.decide`).
     */
    async cancel(trx: Trx, id: string, propietario: string | null): Promise<Trabajo | null> {
      const known = await trx
        .selectFrom('trabajos_visibles')
        .select('tipo')
        .where('id', '=', id)
        .executeTakeFirst();
      let query = trx
        .updateTable('trabajos_visibles')
        .set({
          estado: TRABAJO.pasos.cancelar.a,
          mensaje: (known && definitions.get(known.tipo)?.cancelado) ?? CANCELLED,
          terminado_en: sql<Date>`now()`,
          ...now(),
        })
        .where('id', '=', id)
        .where(mayTake(TRABAJO, 'cancelar'))
        .where('sin_retorno', '=', false)
        .returningAll();
      if (propietario !== null) query = query.where('propietario', '=', propietario);
      return ((await query.executeTakeFirst()) as Trabajo | undefined) ?? null;
    },

    /**
     * Asks again for one that failed or was cancelled; items done are not done again. Null: there is none.
     * @throws {CallError} PERMISSION_DENIED when its owner may no longer have it done; RESOURCE_EXHAUSTED when
     * they have as many as one may.
     */
    async retry(trx: Trx, id: string, propietario: string | null): Promise<Trabajo | null> {
      const entrega = randomUUID();
      let query = trx
        .updateTable('trabajos_visibles')
        .set({
          estado: TRABAJO.pasos.reintentar.a,
          mensaje: null,
          resultado: null,
          entrega,
          oculto: false,
          terminado_en: null,
          ...now(),
        })
        .where('id', '=', id)
        .where(mayTake(TRABAJO, 'reintentar'))
        .where(sql<boolean>`coalesce((resultado->>'reintentable')::boolean, true)`)
        .returningAll();
      if (propietario !== null) query = query.where('propietario', '=', propietario);
      const row = (await query.executeTakeFirst()) as Trabajo | undefined;
      if (!row) return null;
      const motivo = await denial(trx, row);
      if (motivo !== null) {
        throw new CallError('PERMISSION_DENIED', `No se puede reintentar: ${motivo}`, {
          code: 'trabajo-sin-permiso',
        });
      }
      const turno = await takeTurn(trx, row);
      await trx.updateTable('trabajos_visibles').set({ turno }).where('id', '=', id).execute();
      await jobs.send(trx, row.tipo, { trabajo: id, entrega } satisfies Delivery, { turno });
      return row;
    },

    /** Whether this actor might have that job done now: what a screen anticipates. */
    permits: (actor: Actor, { tipo, datos }: Trabajo): boolean =>
      // Of one whose data cannot be read nobody may.
      tryKept(() => definitions.get(tipo)?.policy(actor, datos)) ?? false,

    /** Pokes the trays of an owner, and of those who wait for that kind; after the commit of what changed a job. */
    tell(propietario: string, tipo?: string): void {
      told.owner(propietario);
      if (tipo !== undefined) void told.waiting(tipo);
    },

    /** Takes finished ones out of the tray; gives which. */
    async hide(trx: Trx, ids: readonly string[], propietario: string): Promise<string[]> {
      const rows = await trx
        .updateTable('trabajos_visibles')
        .set({ oculto: true })
        .where('id', 'in', ids)
        .where('propietario', '=', propietario)
        .where('oculto', '=', false)
        .where(notInGrupo(TRABAJO, 'vivos'))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The tray, newest first; `propietario` null: everybody's. */
    list: (propietario: string | null, limit = 30) => {
      let query = db
        .selectFrom('trabajos_visibles as v')
        .selectAll()
        .select(LUGAR)
        .where('oculto', '=', false)
        .orderBy('creado_en', 'desc')
        .orderBy('id')
        .limit(limit);
      if (propietario !== null) query = query.where('propietario', '=', propietario);
      return query.execute() as unknown as Promise<EnBandeja[]>;
    },

    /** The first of these jobs that waits or is under way, whoever asked for it; null: none. */
    liveAmong: async (on: Db | Trx, ids: readonly string[]): Promise<Trabajo | null> =>
      ((await on
        .selectFrom('trabajos_visibles')
        .selectAll()
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where(inGrupo(TRABAJO, 'vivos'))
        .limit(1)
        .executeTakeFirst()) as Trabajo | undefined) ?? null,

    find: async (id: string): Promise<Trabajo | null> =>
      ((await db
        .selectFrom('trabajos_visibles')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()) as Trabajo | undefined) ?? null,

    close: told.close,
  };
};

const now = () => ({ actualizado_en: sql<Date>`now()` });

export type Trabajos = ReturnType<typeof createTrabajos>;
