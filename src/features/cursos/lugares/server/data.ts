/** The seats of an edition where some are kept for some people: `edicion_cupos`, and every statement that takes one. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import type { CupoPedido, Libres, LugarTomado } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** How many seats of each quota are taken; the quotas themselves are the version's. */
    edicion_cupos: { edicion_id: string; clave: string; ocupados: number };
  }
}

/** A seat that is asked for. */
export type LugarPedido = {
  readonly edicionId: string;
  /** In the order in which they are tried. */
  readonly cupos: readonly CupoPedido[];
  /**
   * Whether somebody waits who goes before whoever asks, for a seat of everybody (null) or of the quota of that
   * column. Kept by whoever keeps the line.
   */
  readonly delante: (clave: RawBuilder<string> | null) => RawBuilder<boolean>;
};

/** One row: whether there is a seat for whoever asks (`hay`), and of which quota (`clave`; null: of everybody). */
const disponible = ({ edicionId, cupos, delante }: LugarPedido): RawBuilder<unknown> => sql`
  pedidos as (
    select d.clave, d.lugares, d.reservado, d.propio, d.orden, coalesce(k.ocupados, 0) as ocupados
    from jsonb_to_recordset(${JSON.stringify(cupos.map((cupo, orden) => ({ ...cupo, orden })))}::jsonb)
      as d(clave text, lugares int, reservado bool, propio bool, orden int)
    left join edicion_cupos k on k.edicion_id = ${edicionId} and k.clave = d.clave
  ), sala as (
    select e.cupo - e.ocupados as libres, (select coalesce(sum(greatest(p.lugares - p.ocupados, 0)), 0)
      from pedidos p where p.reservado) as guardados
    from ediciones e where e.id = ${edicionId} and e.cancelada_en is null
  ), suyo as (
    select p.clave from pedidos p where p.propio and p.reservado and p.ocupados < p.lugares
      and not ${delante(sql`p.clave`)}
    order by p.orden limit 1
  ), lugar as (
    select s.clave, sala.libres > 0 and (s.clave is not null
      or (sala.libres > sala.guardados and not ${delante(null)})) as hay
    from sala left join suyo s on true
  )`;

/** Whether there is a seat at this moment: before anything is written, and again when it is. */
export const isLugarLibre = (db: Db | Trx, pedido: LugarPedido): Promise<boolean> =>
  readShared(db, {
    query: sql`with ${disponible(pedido)} select hay from lugar`.compile(db),
    read: ({ rows }) => (rows as { hay: boolean }[])[0]?.hay ?? false,
  });

/**
 * Holds the seats of an edition until the transaction ends: what the next statement reads of them is so. Not `for
 * update`, which would wait for whoever has written an inscripción of it and waits for this one.
 */
export const holdingLugares = (trx: Trx, edicionId: string): Statement<void> => ({
  query: sql`select id from ediciones where id = ${edicionId} for no key update`.compile(trx),
  read: () => {},
});

/**
 * What takes a seat, of a quota or of everybody; false when there is none. Behind `holdingLugares`. `anotar` is a
 * statement that writes down which (`lugar.clave`), when there was one (`lugar.hay`).
 */
export const takingLugarDeCupo = (
  trx: Trx,
  pedido: LugarPedido,
  anotar: RawBuilder<unknown>,
): Statement<boolean> => ({
  query: sql`with ${disponible(pedido)}, del_cupo as (
      insert into edicion_cupos as k (edicion_id, clave, ocupados)
      select ${pedido.edicionId}, lugar.clave, 1 from lugar where lugar.hay and lugar.clave is not null
      on conflict (edicion_id, clave) do update set ocupados = k.ocupados + 1
    ), anotado as (${anotar})
    update ediciones e set ocupados = e.ocupados + 1 from lugar
    where e.id = ${pedido.edicionId} and lugar.hay`.compile(trx),
  read: ({ numAffectedRows }) => numAffectedRows === 1n,
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

/** None of a cancelled edition. */
export const selectLibres = async (
  db: Db | Trx,
  edicionId: string,
  cupos: readonly CupoPedido[],
): Promise<Libres> => {
  const nobody = () => sql<boolean>`false`;
  const { rows } = await sql<Libres>`with ${disponible({ edicionId, cupos, delante: nobody })}
    select coalesce((select libres > guardados from sala), false) as general,
      coalesce((select array_agg(p.clave) from pedidos p, sala
        where sala.libres > 0 and p.reservado and p.ocupados < p.lugares), '{}') as cupos,
      coalesce((select array_agg(g.id) from edicion_grupos g
        where g.edicion_id = ${edicionId} and g.ocupados < g.cupo), '{}') as grupos`.execute(db);
  return rows[0]!;
};
