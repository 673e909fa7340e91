/** Pokes the browsers of those whose jobs of the tray changed. */
import { sql } from 'kysely';
import { TRABAJO } from '../shared/trabajos.ts';
import { inEstado } from './db/estados.ts';
import type { Database } from './db/index.ts';
import type { Eventos } from './eventos/index.ts';

/** A tray is poked at once, and then at most this often: a job writes its figures twice a second. */
const EVERY_MS = 500;
/** Jobs asked for at about the same time are looked for together. */
const GATHER_MS = 50;
/** A transaction that is not over by then is told of by nobody. */
const FORGET_MS = 60_000;

/**
 * `owner`: a job of that account changed. `waiting`: a job of that kind began or was cancelled, so that others have another place.
 * `sent`: a job was asked for in a transaction that may not have been committed yet.
 */
export const createTrabajosTell = (
  { db, onCommit }: Pick<Database, 'db' | 'onCommit'>,
  eventos: Pick<Eventos, 'tell' | 'watch'>,
) => {
  /** Accounts that were poked a moment ago; true: poked again when that is over. */
  const recent = new Map<string, boolean>();
  const sent = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let isLooking = false;

  const later = (work: () => void, ms: number): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
    return timer;
  };

  const owner = (uid: string): void => {
    if (recent.has(uid)) {
      recent.set(uid, true);
      return;
    }
    eventos.tell(`cuenta:${uid}`, 'trabajos', {});
    // An Admin may be looking at everybody's.
    eventos.tell('bandeja', 'trabajosDeTodos', {});
    recent.set(uid, false);
    later(() => {
      const again = recent.get(uid);
      recent.delete(uid);
      if (again) owner(uid);
    }, EVERY_MS);
  };

  const waiting = async (tipo: string): Promise<void> => {
    try {
      const rows = await db
        .selectFrom('trabajos_visibles')
        .select('propietario')
        .distinct()
        .where('tipo', '=', tipo)
        .where(inEstado(TRABAJO, 'estado', 'enCola'))
        .execute();
      for (const { propietario } of rows) owner(propietario);
    } catch {
      // The database is away: the place is read with the next change.
    }
  };

  const look = async (): Promise<void> => {
    isLooking = false;
    const rows = await db
      .selectFrom('trabajos_visibles')
      .select(['id', 'propietario'])
      .where(sql<boolean>`id = any(${[...sent.keys()]}::uuid[])`)
      .execute();
    for (const { id, propietario } of rows) {
      sent.delete(id);
      owner(propietario);
    }
    for (const [id, since] of sent) if (performance.now() - since > FORGET_MS) sent.delete(id);
  };
  const forgetCommits = onCommit(() => {
    if (sent.size === 0 || isLooking) return;
    isLooking = true;
    later(() => void look().catch(() => {}), GATHER_MS);
  });

  eventos.watch(async (on, desde) => {
    const { rows } = await sql<{ propietario: string; en: Date }>`
      select propietario, max(actualizado_en) as en from trabajos_visibles
      where actualizado_en > ${desde} group by 1`.execute(on);
    return rows.map(({ propietario, en }) => ({
      ...{ tema: `cuenta:${propietario}` as const, tipo: 'trabajos' as const, datos: {}, en },
    }));
  });

  return {
    owner,
    waiting,
    sent: (id: string): void => void sent.set(id, performance.now()),
    close: async (): Promise<void> => {
      forgetCommits();
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
