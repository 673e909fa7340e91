import type { Actor, Policy } from '../shared/actor.ts';
import type { Db } from './db/index.ts';

/** How many wait, and since when the oldest does; null when nothing does. */
type Waiting = { n: number; desde: Date | null };

/**
 * What of a queue waits for staff, as an entry of their home (slot `pendientes`): how many, and since when the oldest
 * does; none when nothing waits.
 *
 * @param count One statement.
 * @param titulo How one is called, and how several are.
 */
export const queueOf = ({
  policy,
  count,
  titulo: [one, many],
  ...entry
}: {
  policy: Policy;
  count: (db: Db, ahora: Date, actor: Actor) => Promise<Waiting>;
  titulo: readonly [one: string, many: string];
  enlace: string;
  accion: string;
}) => ({
  de: 'personal' as const,
  policy,
  async find(db: Db, { ahora, actor }: { ahora: Date; actor: Actor }) {
    const { n, desde } = await count(db, ahora, actor);
    return desde === null
      ? []
      : [{ titulo: n === 1 ? one : many, cuantos: n, espera: desde, ...entry }];
  },
});
