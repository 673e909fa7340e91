-- A line is counted by 64ths of a second instead of seconds (0137): who asks for their place counts one by one those who came in
-- the same part, and on an opening day hundreds come in one second. See docs/decisions/0105.

alter table edicion_filas alter column cubeta type bigint;
alter table edicion_filas_cambios alter column segundo type bigint;
alter table edicion_filas_cambios rename column segundo to instante;

-- Of a moment: 64ths of a second since 1970.
create function fila_instante(momento timestamptz) returns bigint language sql stable strict parallel safe as $$
  select floor(extract(epoch from momento) * 64)::bigint
$$;

create or replace function fila_anotar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.estado = 'enListaDeEspera' and old.lugar_vence_en is null then
    insert into edicion_filas_cambios values (old.edicion_id, coalesce(old.grupo_id, '00000000-0000-0000-0000-000000000000'),
      fila_instante(old.enviada_en), old.puntos, -1);
  end if;
  if tg_op <> 'DELETE' and new.estado = 'enListaDeEspera' and new.lugar_vence_en is null then
    insert into edicion_filas_cambios values (new.edicion_id, coalesce(new.grupo_id, '00000000-0000-0000-0000-000000000000'),
      fila_instante(new.enviada_en), new.puntos, 1);
  end if;
  return null;
end $$;

-- As in 0137, with a level more: of the highest there is one row for three days and number of points.
create or replace function fila_plegar(edicion uuid) returns integer language plpgsql as $$
declare tomados integer;
begin
  if not pg_try_advisory_xact_lock(728020, hashtext(edicion::text)) then return 0; end if;
  with idos as (
    delete from edicion_filas_cambios c where c.edicion_id = edicion returning c.grupo_id, c.instante, c.puntos, c.n
  ), sumas as (
    insert into edicion_filas as f (edicion_id, grupo_id, nivel, cubeta, puntos, n)
    select edicion, i.grupo_id, k.nivel, i.instante >> (6 * k.nivel), i.puntos, sum(i.n)
    from idos i cross join generate_series(0, 4) k (nivel) group by 2, 3, 4, 5 having sum(i.n) <> 0
    on conflict (edicion_id, grupo_id, nivel, cubeta, puntos) do update set n = f.n + excluded.n
  )
  select count(*) into tomados from idos;
  delete from edicion_filas f where f.edicion_id = edicion and f.n = 0;
  return tomados;
end $$;

create or replace function fila_lugar(
  inscripcion uuid, por_puntos boolean, out lugar integer, out total integer, out pendientes integer
) language plpgsql stable as $$
#variable_conflict use_column
declare
  yo record;
  g uuid;
  s bigint;
  ofrecidas integer;
  otras integer;
  contadas integer;
  antes integer;
  en_camino integer;
  antes_en_camino integer;
  mismo_instante integer;
begin
  select i.id, i.edicion_id, i.grupo_id, i.enviada_en, i.puntos, i.estado into yo from inscripciones i where i.id = inscripcion;
  if yo.estado is distinct from 'enListaDeEspera' then return; end if;
  g := coalesce(yo.grupo_id, '00000000-0000-0000-0000-000000000000');
  s := fila_instante(yo.enviada_en);
  select count(*), count(*) filter (where w.id <> yo.id) into ofrecidas, otras from inscripciones w
    where w.edicion_id = yo.edicion_id and w.lugar_vence_en is not null
      and coalesce(w.grupo_id, '00000000-0000-0000-0000-000000000000') = g;
  select count(*), coalesce(sum(c.n), 0), coalesce(sum(c.n) filter (where por_puntos and c.puntos > yo.puntos
      or (not por_puntos or c.puntos = yo.puntos) and c.instante < s), 0)
    into pendientes, en_camino, antes_en_camino
    from edicion_filas_cambios c where c.edicion_id = yo.edicion_id and c.grupo_id = g;
  select coalesce(sum(f.n), 0), coalesce(sum(f.n) filter (where por_puntos and f.puntos > yo.puntos
      or (not por_puntos or f.puntos = yo.puntos) and f.cubeta < s >> 24), 0)
    into contadas, antes
    from edicion_filas f where f.edicion_id = yo.edicion_id and f.grupo_id = g and f.nivel = 4;
  -- Of each level its own part of the index, whatever the planner guesses of a table that was empty a moment ago.
  antes := antes + coalesce((select sum(x.n) from generate_series(0, 3) k (nivel) cross join lateral (
      select sum(f.n) as n from edicion_filas f
      where f.edicion_id = yo.edicion_id and f.grupo_id = g and f.nivel = k.nivel
        and f.cubeta >= (s >> (6 * k.nivel + 6)) << 6 and f.cubeta < s >> (6 * k.nivel)
        and (not por_puntos or f.puntos = yo.puntos)
      offset 0) x), 0);
  -- In the order of the line, which its own index has (nothing is sorted here, see below): by the edition and the state alone all
  -- who wait would be read.
  select count(*) into mismo_instante from (
    select from inscripciones w
    where w.edicion_id = yo.edicion_id and coalesce(w.grupo_id, '00000000-0000-0000-0000-000000000000') = g
      and w.estado = 'enListaDeEspera' and w.lugar_vence_en is null
      and w.enviada_en >= to_timestamp(s / 64.0) and (w.enviada_en, w.id) < (yo.enviada_en, yo.id)
      and (not por_puntos or w.puntos = yo.puntos)
    order by w.enviada_en, w.id offset 0) uno;
  total := ofrecidas + contadas + en_camino;
  lugar := otras + antes + antes_en_camino + mismo_instante + 1;
end $$;

-- Its plan was perhaps made while the tables were small, and stays (0095).
alter function fila_lugar(uuid, boolean) set enable_sort = off;
alter function fila_lugar(uuid, boolean) set enable_seqscan = off;

delete from edicion_filas;
delete from edicion_filas_cambios;
insert into edicion_filas_cambios
  select edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), fila_instante(enviada_en), puntos, 1
  from inscripciones where estado = 'enListaDeEspera' and lugar_vence_en is null;
select fila_plegar(id) from (select distinct edicion_id as id from edicion_filas_cambios) e;
