-- A transaction writes to one chain, whatever it records: two of them never wait for each other's chains
-- in opposite orders, and a bulk write leaves the other chains free.
create function historial_cadena() returns smallint language sql as $$
  select (pg_current_xact_id()::text::bigint % 16)::smallint
$$;

create or replace function historial_agregar(
  ipad bytea, opad bytea, actor_uid text, accion text, entidad text, entidad_id text,
  persona_id uuid, antes jsonb, despues jsonb, motivo text, solicitud_id text, origen text
) returns void language plpgsql as $$
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
  nuevo historial;
begin
  select * into cabeza from historial_cadenas where cadena = c for update;
  nuevo.id := nextval(pg_get_serial_sequence('historial', 'id'));
  nuevo.momento := clock_timestamp();
  nuevo.actor_uid := actor_uid;
  nuevo.accion := accion;
  nuevo.entidad := entidad;
  nuevo.entidad_id := entidad_id;
  nuevo.persona_id := persona_id;
  nuevo.antes := antes;
  nuevo.despues := despues;
  nuevo.motivo := motivo;
  nuevo.solicitud_id := solicitud_id;
  nuevo.origen := origen;
  nuevo.cadena := c;
  nuevo.eslabon := cabeza.eslabones + 1;
  nuevo.hash := historial_hmac(ipad, opad, cabeza.hash || historial_contenido(nuevo));
  insert into historial overriding system value values (nuevo.*);
  update historial_cadenas set eslabones = nuevo.eslabon, hash = nuevo.hash where cadena = c;
end $$;

create or replace function historial_agregar_varios(
  ipad bytea, opad bytea, actor_uid text, accion text, entidad text, motivo text,
  solicitud_id text, origen text, filas jsonb
) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  ahora timestamptz := clock_timestamp();
  mia smallint := historial_cadena();
begin
  perform 1 from historial_cadenas c where c.cadena = mia for update;
  with eslabones as materialized (
    select c.hash as cabeza, row(
      null, ahora, actor_uid, accion, entidad, t.f->>'entidadId', (t.f->>'personaId')::uuid,
      nullif(t.f->'antes', 'null'), nullif(t.f->'despues', 'null'), motivo, solicitud_id, origen,
      mia, c.eslabones + t.n, null
    )::historial as h
    from jsonb_array_elements(filas) with ordinality as t(f, n)
    join historial_cadenas c on c.cadena = mia
  ), contenidos as materialized (
    select e.*, historial_contenido(e.h) as contenido from eslabones e
  ), nuevos as (
    insert into historial (momento, actor_uid, accion, entidad, entidad_id, persona_id, antes,
      despues, motivo, solicitud_id, origen, cadena, eslabon, hash)
    select (h).momento, (h).actor_uid, (h).accion, (h).entidad, (h).entidad_id, (h).persona_id,
      (h).antes, (h).despues, (h).motivo, (h).solicitud_id, (h).origen, (h).cadena, (h).eslabon,
      historial_encadenar(cabeza, ipad, opad, contenido) over (order by (h).eslabon)
    from contenidos order by (h).eslabon
    returning eslabon, hash
  )
  update historial_cadenas c set eslabones = u.eslabon, hash = u.hash
  from (select eslabon, hash from nuevos order by eslabon desc limit 1) u
  where c.cadena = mia;
end $$;
