import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { itemAncestro, itemReferido } from '../../../catalogos/server/reading.ts';
import type { ExpedienteConItems } from '../rules.ts';

/**
 * The files of these people, in one statement; of their entries, those of these apartados, in the order in which they
 * were added.
 */
export const selectExpedientes = async (
  db: Db | Trx,
  ids: readonly string[],
  apartados: readonly string[],
): Promise<ReadonlyMap<string, ExpedienteConItems>> => {
  const { rows } = await sql<ExpedienteConItems & { id: string }>`
    with mias as materialized (
      select n.id, n.persona_id, n.apartado, n.datos, n.creado_en from personas_entradas n
      where n.persona_id = any(${ids}::uuid[]) and n.apartado = any(${apartados}::text[])),
    -- By their ids as an array, which the index is asked for whatever is guessed of how many they are.
    apuntan as materialized (
      select i.entrada_id, i.campo, i.item_id from personas_entradas_items i
      where i.entrada_id = any(array(select id from mias))),
    -- Each item once, however many point to it.
    nombrados as materialized (
      select d.item_id, ${itemReferido('d.item_id')} as item,
        ${itemAncestro('d.item_id', 'circuitos')} as circuito
      from (select distinct item_id from apuntan) d),
    dicen as (
      select a.entrada_id, jsonb_object_agg(a.campo, n.item) as items,
        jsonb_agg(n.circuito) filter (where a.campo = 'organo') -> 0 as circuito
      from apuntan a join nombrados n on n.item_id = a.item_id group by a.entrada_id),
    entradas as (
      select n.persona_id, jsonb_agg(jsonb_build_object('id', n.id, 'apartado', n.apartado,
          'valores', n.datos, 'items', coalesce(d.items, '{}'), 'circuito', d.circuito)
          order by n.creado_en, n.id) as todas
      from mias n left join dicen d on d.entrada_id = n.id group by n.persona_id)
    select p.id, p.curp is not null as "conCurp", p.fecha_nacimiento as "fechaNacimiento", p.sexo,
      p.entidad_nacimiento as entidad, coalesce(en.todas, '[]') as entradas
    from personas p left join entradas en on en.persona_id = p.id
    where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
};
