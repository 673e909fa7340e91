-- Of which quota a seat was taken, where the history does not say it: what was taken while others took what was decided, or by a step of
-- the line or of the school ('': of everybody). Null: as the history says that it was decided, or nobody knows (before
-- November 2026). The invariants compare it with `cupo_clave`.
alter table inscripciones add column cupo_tomado text;

-- As in 0159, but that it also writes that. `previstos`: the quotas that the inscripciones were written with; '': they say none.
create or replace function lugares_tomar(inscripciones_de uuid[], ediciones_de uuid[], grupos uuid[], pedidos jsonb[],
  tras_la_fila boolean, previstos text[]) returns boolean language plpgsql as $$
declare
  hay boolean[];
  claves text[];
begin
  perform from ediciones e where e.id = any(ediciones_de) order by e.id for no key update;
  select f.hay, f.claves into hay, claves
  from lugares_de(ediciones_de, grupos, pedidos, array_fill(tras_la_fila, array[cardinality(ediciones_de)]), true) f;
  if not true = all(hay) then
    return false;
  end if;
  insert into edicion_cupos as k (edicion_id, clave, ocupados)
    select q.edicion, q.clave, count(*) from unnest(ediciones_de, claves) q (edicion, clave)
    where q.clave is not null group by q.edicion, q.clave
  on conflict (edicion_id, clave) do update set ocupados = k.ocupados + excluded.ocupados;
  if claves is distinct from previstos then
    update inscripciones i set cupo_clave = q.clave, cupo_tomado = coalesce(q.clave, '')
    from unnest(inscripciones_de, claves, previstos) q (id, clave, previsto)
    where i.id = q.id and q.clave is distinct from q.previsto;
  end if;
  update ediciones e set ocupados = e.ocupados + q.n
  from (select q.edicion, count(*) as n from unnest(ediciones_de) q (edicion) group by q.edicion) q where e.id = q.edicion;
  return true;
end $$;

-- Replaced, it has lost what 0159 set.
do $$
declare
  parametro text;
begin
  foreach parametro in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
    'enable_mergejoin = off'] loop
    execute 'alter function lugares_tomar(uuid[], uuid[], uuid[], jsonb[], boolean, text[]) set ' || parametro;
  end loop;
end $$;
