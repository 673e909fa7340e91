-- The line of an edition costs the same whoever waits: who is next is the first of an index, and a place in it is a sum of
-- counts, never a count of everybody. See docs/decisions/0095.

-- Who waits without an offer, of an edition and group (zeros: of none), in the two orders that there are.
create index inscripciones_fila on inscripciones
  (edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), enviada_en, id)
  where estado = 'enListaDeEspera' and lugar_vence_en is null;
create index inscripciones_fila_puntos on inscripciones
  (edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), puntos desc, enviada_en, id)
  where estado = 'enListaDeEspera' and lugar_vence_en is null;
-- The same of those who are of some quota: for seats that are kept for them.
create index inscripciones_fila_cupos on inscripciones
  (edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), enviada_en, id)
  where estado = 'enListaDeEspera' and lugar_vence_en is null and cupos <> '{}';
create index inscripciones_fila_cupos_puntos on inscripciones
  (edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), puntos desc, enviada_en, id)
  where estado = 'enListaDeEspera' and lugar_vence_en is null and cupos <> '{}';
create index inscripciones_ofrecidas on inscripciones (edicion_id) where lugar_vence_en is not null;

-- How many wait without an offer, by points and the time they sent it: at level 0 by its second, at each level above by 64 of
-- the one below, so that what goes before an instant is a sum of four times 64 rows at most for each number of points.
create table edicion_filas (
  edicion_id uuid not null,
  grupo_id uuid not null,
  nivel smallint not null,
  -- The second since 1970, divided by 64 as many times as the level says.
  cubeta integer not null,
  puntos integer not null,
  n integer not null,
  primary key (edicion_id, grupo_id, nivel, cubeta, puntos)
);
-- Who came into the line and who left it, not counted above yet: a row is added by whoever writes, and nobody waits for anybody.
create table edicion_filas_cambios (
  edicion_id uuid not null,
  grupo_id uuid not null,
  segundo integer not null,
  puntos integer not null,
  n smallint not null
);
create index edicion_filas_cambios_fila on edicion_filas_cambios (edicion_id, grupo_id);

create function fila_anotar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.estado = 'enListaDeEspera' and old.lugar_vence_en is null then
    insert into edicion_filas_cambios values (old.edicion_id, coalesce(old.grupo_id, '00000000-0000-0000-0000-000000000000'),
      floor(extract(epoch from old.enviada_en)), old.puntos, -1);
  end if;
  if tg_op <> 'DELETE' and new.estado = 'enListaDeEspera' and new.lugar_vence_en is null then
    insert into edicion_filas_cambios values (new.edicion_id, coalesce(new.grupo_id, '00000000-0000-0000-0000-000000000000'),
      floor(extract(epoch from new.enviada_en)), new.puntos, 1);
  end if;
  return null;
end $$;
create trigger fila_nueva after insert on inscripciones
  for each row when (new.estado = 'enListaDeEspera') execute function fila_anotar();
create trigger fila_otra after update of estado, lugar_vence_en, edicion_id, grupo_id, enviada_en, puntos on inscripciones
  for each row when ((old.estado = 'enListaDeEspera' or new.estado = 'enListaDeEspera')
    and (old.estado, old.lugar_vence_en, old.edicion_id, old.grupo_id, old.enviada_en, old.puntos)
      is distinct from (new.estado, new.lugar_vence_en, new.edicion_id, new.grupo_id, new.enviada_en, new.puntos))
  execute function fila_anotar();
create trigger fila_ida after delete on inscripciones
  for each row when (old.estado = 'enListaDeEspera') execute function fila_anotar();

-- Takes what changed into the counts of an edition. Gives how many changes; none when somebody else is at it.
create function fila_plegar(edicion uuid) returns integer language plpgsql as $$
declare tomados integer;
begin
  if not pg_try_advisory_xact_lock(728020, hashtext(edicion::text)) then return 0; end if;
  with idos as (
    delete from edicion_filas_cambios c where c.edicion_id = edicion returning c.grupo_id, c.segundo, c.puntos, c.n
  ), sumas as (
    insert into edicion_filas as f (edicion_id, grupo_id, nivel, cubeta, puntos, n)
    select edicion, i.grupo_id, k.nivel, i.segundo >> (6 * k.nivel), i.puntos, sum(i.n)
    from idos i cross join generate_series(0, 3) k (nivel) group by 2, 3, 4, 5 having sum(i.n) <> 0
    on conflict (edicion_id, grupo_id, nivel, cubeta, puntos) do update set n = f.n + excluded.n
  )
  select count(*) into tomados from idos;
  delete from edicion_filas f where f.edicion_id = edicion and f.n = 0;
  return tomados;
end $$;

-- Where somebody is in the line of their edition and group (the first is 1), of how many: whoever has been offered a seat
-- goes first. `pendientes`: changes that were not counted yet. Nulls: they do not wait.
create function fila_lugar(
  inscripcion uuid, por_puntos boolean, out lugar integer, out total integer, out pendientes integer
) language plpgsql stable as $$
#variable_conflict use_column
declare
  yo inscripciones;
  g uuid;
  s integer;
  ofrecidas integer;
  otras integer;
  contadas integer;
  antes integer;
  en_camino integer;
  antes_en_camino integer;
  mismo_segundo integer;
begin
  select i.* into yo from inscripciones i where i.id = inscripcion and i.estado = 'enListaDeEspera';
  if not found then return; end if;
  g := coalesce(yo.grupo_id, '00000000-0000-0000-0000-000000000000');
  s := floor(extract(epoch from yo.enviada_en));
  select count(*), count(*) filter (where w.id <> yo.id) into ofrecidas, otras from inscripciones w
    where w.edicion_id = yo.edicion_id and w.lugar_vence_en is not null
      and coalesce(w.grupo_id, '00000000-0000-0000-0000-000000000000') = g;
  select count(*), coalesce(sum(c.n), 0), coalesce(sum(c.n) filter (where por_puntos and c.puntos > yo.puntos
      or (not por_puntos or c.puntos = yo.puntos) and c.segundo < s), 0)
    into pendientes, en_camino, antes_en_camino
    from edicion_filas_cambios c where c.edicion_id = yo.edicion_id and c.grupo_id = g;
  select coalesce(sum(f.n), 0), coalesce(sum(f.n) filter (where por_puntos and f.puntos > yo.puntos
      or (not por_puntos or f.puntos = yo.puntos) and f.cubeta < s >> 18), 0)
    into contadas, antes
    from edicion_filas f where f.edicion_id = yo.edicion_id and f.grupo_id = g and f.nivel = 3;
  antes := antes + coalesce((select sum(f.n) from generate_series(0, 2) k (nivel) join edicion_filas f
    on f.edicion_id = yo.edicion_id and f.grupo_id = g and f.nivel = k.nivel
      and f.cubeta >= (s >> (6 * k.nivel + 6)) << 6 and f.cubeta < s >> (6 * k.nivel)
    where not por_puntos or f.puntos = yo.puntos), 0);
  select count(*) into mismo_segundo from inscripciones w
    where w.edicion_id = yo.edicion_id and coalesce(w.grupo_id, '00000000-0000-0000-0000-000000000000') = g
      and w.estado = 'enListaDeEspera' and w.lugar_vence_en is null
      and w.enviada_en >= to_timestamp(s) and (w.enviada_en, w.id) < (yo.enviada_en, yo.id)
      and (not por_puntos or w.puntos = yo.puntos);
  total := ofrecidas + contadas + en_camino;
  lugar := otras + antes + antes_en_camino + mismo_segundo + 1;
end $$;

insert into edicion_filas_cambios
  select edicion_id, coalesce(grupo_id, '00000000-0000-0000-0000-000000000000'), floor(extract(epoch from enviada_en)), puntos, 1
  from inscripciones where estado = 'enListaDeEspera' and lugar_vence_en is null;
select fila_plegar(id) from (select distinct edicion_id as id from edicion_filas_cambios) e;
