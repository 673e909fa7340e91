/** The seats of an edition where some are kept for some people: `edicion_cupos`, and every statement that takes one. */
import { sql } from 'kysely';
import { fixedCall } from '../../../../platform/server/db/fixed.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import type { CupoPedido, Libres, LugarLibre, LugarTomado } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** How many seats of each quota are taken; the quotas themselves are the version's. */
    edicion_cupos: { edicion_id: string; clave: string; ocupados: number };
  }
}

/** A seat that is asked for. */
export type LugarPedido = {
  readonly edicionId: string;
  /** Of an edition with groups: which one. */
  readonly grupoId: string | null;
  /** In the order in which they are tried. */
  readonly cupos: readonly CupoPedido[];
  /** Whoever waits without an offer goes before whoever asks: not of the next in line. */
  readonly trasLaFila: boolean;
};

const valuesOf = ({ edicionId, grupoId, cupos, trasLaFila }: LugarPedido): unknown[] => [
  ...[edicionId, grupoId, JSON.stringify(cupos), trasLaFila],
];

const disponibles = fixedCall('hay, claves', 'lugares_de', [
  ...['uuid[]', 'uuid[]', 'text[]::jsonb[]', 'boolean[]', 'boolean'],
]);
const tomar = fixedCall('lugares_tomar as hay', 'lugares_tomar', [
  ...['uuid[]', 'uuid[]', 'uuid[]', 'text[]::jsonb[]', 'boolean', 'text[]'],
]);

const readHay: Statement<boolean>['read'] = ({ rows }) => (rows as { hay: boolean }[])[0]!.hay;

const readLibres = (
  db: Db | Trx,
  pedidos: readonly LugarPedido[],
): Promise<readonly LugarLibre[]> => {
  const rows = pedidos.map(valuesOf);
  const column = (n: number) => rows.map((values) => values[n]);
  return readShared(db, {
    query: disponibles([column(0), column(1), column(2), column(3), false]),
    read: ({ rows }) => {
      const { hay, claves } = (rows as { hay: boolean[]; claves: (string | null)[] }[])[0]!;
      return hay.map((one, n) => ({ hay: one, clave: claves[n]! }));
    },
  });
};

/** The seat that there is at this moment: before anything is written, and again when it is. */
export const findLugarLibre = (db: Db | Trx, pedido: LugarPedido): Promise<LugarLibre> =>
  readJoined(db, readLibres, pedido);

/**
 * What takes a seat, of a quota or of everybody, for an inscripción that is written; false when there is none. The
 * edition is held from there on until the transaction ends. `previsto`: the quota that its row and the history say; by default
 * neither says any.
 */
export const takingLugarDeCupo = (
  id: string,
  pedido: LugarPedido,
  previsto: string | null = '',
): Statement<boolean> => {
  const [edicion, grupo, cupos, trasLaFila] = valuesOf(pedido);
  return {
    query: tomar([[id], [edicion], [grupo], [cupos], trasLaFila, [previsto]]),
    read: readHay,
  };
};

/**
 * Holds until the transaction ends that an edition is not cancelled; false when it is. For who comes to it without taking a
 * seat.
 */
export const holdingAbierta = (trx: Trx, edicionId: string): Statement<boolean> => ({
  query: sql`select cancelada_en from ediciones where id = ${edicionId} for share`.compile(trx),
  read: ({ rows }) => (rows as { cancelada_en: Date | null }[])[0]?.cancelada_en === null,
});

const plain = (query: Statement<void>['query']): Statement<void> => ({ query, read: () => {} });

/** What gives seats back, in the order of locks: group, edition, quota. */
export const releasingLugar = (
  trx: Trx,
  { edicionId, grupoId, cupoClave }: LugarTomado,
): Statement<void>[] => [
  ...(grupoId === null
    ? []
    : [
        plain(
          sql`update edicion_grupos set ocupados = ocupados - 1 where id = ${grupoId}`.compile(trx),
        ),
      ]),
  plain(sql`update ediciones set ocupados = ocupados - 1 where id = ${edicionId}`.compile(trx)),
  ...(cupoClave === null
    ? []
    : [
        plain(
          sql`update edicion_cupos set ocupados = ocupados - 1
            where edicion_id = ${edicionId} and clave = ${cupoClave}`.compile(trx),
        ),
      ]),
];

/**
 * The statement that takes seats for a ranking's results and updates the quota counters. It gives false when the edition has fewer seats
 * left or was cancelled. `cupos`: by how much the taken seats of each quota change. Held from here on until the transaction ends.
 */
export const takingLugaresDados = (
  trx: Trx,
  edicionId: string,
  { lugares, cupos }: { lugares: number; cupos: ReadonlyMap<string, number> },
): Statement<boolean>[] => [
  {
    query: sql`update ediciones set ocupados = ocupados + ${lugares}::int
      where id = ${edicionId} and cancelada_en is null and ocupados + ${lugares}::int <= cupo`.compile(
      trx,
    ),
    read: ({ numAffectedRows }) => numAffectedRows === 1n,
  },
  {
    query: sql`insert into edicion_cupos as k (edicion_id, clave, ocupados)
      select ${edicionId}::uuid, q.clave, q.n from unnest(${[...cupos.keys()]}::text[], ${[...cupos.values()]}::int[]) q (clave, n)
      where q.n <> 0 order by q.clave
      on conflict (edicion_id, clave) do update set ocupados = k.ocupados + excluded.ocupados`.compile(
      trx,
    ),
    read: () => true,
  },
];

/** None of a cancelled edition. */
export const selectLibres = async (
  db: Db | Trx,
  edicionId: string,
  cupos: readonly CupoPedido[],
): Promise<Libres> => {
  const { rows } = await sql<Libres>`with pedidos as (
      select p.clave, p.libres from lugares_pedidos(${edicionId}, ${JSON.stringify(cupos)}) p where p.reservado
    ), sala as (
      select e.cupo - e.ocupados as libres, (select coalesce(sum(p.libres), 0) from pedidos p) as guardados
      from ediciones e where e.id = ${edicionId} and e.cancelada_en is null)
    select coalesce((select libres > guardados from sala), false) as general,
      coalesce((select array_agg(p.clave) from pedidos p, sala
        where sala.libres > 0 and p.libres > 0), '{}') as cupos,
      coalesce((select array_agg(g.id) from edicion_grupos g
        where g.edicion_id = ${edicionId} and g.ocupados < g.cupo), '{}') as grupos`.execute(db);
  return rows[0]!;
};
