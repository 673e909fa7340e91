-- What is taken into a line's counts deletes of them only those that it emptied, by their key: it looked through all of the
-- edition's, so many as wait in it, each 250 changes (25 ms with 100,000 who wait).
create or replace function fila_plegar(edicion uuid) returns integer language plpgsql as $$
declare
  tomados integer;
  vacias edicion_filas[];
begin
  if not pg_try_advisory_xact_lock(728020, hashtext(edicion::text)) then return 0; end if;
  with idos as (
    delete from edicion_filas_cambios c where c.edicion_id = edicion returning c.grupo_id, c.instante, c.puntos, c.n
  ), sumas as (
    insert into edicion_filas as f (edicion_id, grupo_id, nivel, cubeta, puntos, n)
    select edicion, i.grupo_id, k.nivel, i.instante >> (6 * k.nivel), i.puntos, sum(i.n)
    from idos i cross join generate_series(0, 4) k (nivel) group by 2, 3, 4, 5 having sum(i.n) <> 0
    on conflict (edicion_id, grupo_id, nivel, cubeta, puntos) do update set n = f.n + excluded.n
    returning f as fila
  )
  select (select count(*) from idos), (select array_agg(s.fila) filter (where (s.fila).n = 0) from sumas s)
    into tomados, vacias;
  if vacias is not null then
    delete from edicion_filas f using unnest(vacias) v
      where f.edicion_id = v.edicion_id and f.grupo_id = v.grupo_id and f.nivel = v.nivel and f.cubeta = v.cubeta
        and f.puntos = v.puntos and f.n = 0;
  end if;
  return tomados;
end $$;

-- Its plans are perhaps made while the tables are small, and stay.
do $$
declare
  parametro text;
begin
  foreach parametro in array array['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off'] loop
    execute format('alter function fila_plegar(uuid) set %s', parametro);
  end loop;
end $$;
