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
    select p.id, p.curp is not null as "conCurp", p.fecha_nacimiento as "fechaNacimiento", p.sexo,
      p.entidad_nacimiento as entidad, coalesce(en.todas, '[]') as entradas
    from personas p
    left join (
      select n.persona_id, jsonb_agg(jsonb_build_object('id', n.id, 'apartado', n.apartado,
          'valores', n.datos, 'items', coalesce(it.todos, '{}'), 'circuito', it.circuito)
          order by n.creado_en, n.id) as todas
      from personas_entradas n
      left join lateral (
        select jsonb_object_agg(i.campo, ${itemReferido('i.item_id')}) as todos,
          jsonb_agg(${itemAncestro('i.item_id', 'circuitos')}) filter (where i.campo = 'organo') -> 0
            as circuito
        from personas_entradas_items i where i.entrada_id = n.id) it on true
      where n.persona_id = any(${ids}::uuid[]) and n.apartado = any(${apartados}::text[])
      group by n.persona_id) en on en.persona_id = p.id
    where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
};
