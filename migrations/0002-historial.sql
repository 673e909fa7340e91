-- Every state change and every reading of somebody's file, appended in the transaction that makes it.
-- Rows are chained by a keyed hash (HMAC-SHA256; the key is not in the database), in 16 chains so that
-- unrelated writes do not wait for each other. See docs/decisions/0007.
create table historial (
  id bigint generated always as identity primary key,
  momento timestamptz not null,
  actor_uid text,
  accion text not null,
  entidad text not null,
  entidad_id text not null,
  -- Whose file it is about, when it is somebody's.
  persona_id uuid,
  antes jsonb,
  despues jsonb,
  motivo text,
  solicitud_id text,
  -- The address the request came from.
  origen text,
  cadena smallint not null,
  -- Position in the chain, from 1 without gaps.
  eslabon bigint not null,
  hash bytea not null,
  unique (cadena, eslabon)
);
create index historial_entidad on historial (entidad, entidad_id, id);
create index historial_actor on historial (actor_uid, id);
create index historial_persona on historial (persona_id, id) where persona_id is not null;
create index historial_accion on historial (accion, id);

create table historial_cadenas (
  cadena smallint primary key,
  eslabones bigint not null,
  hash bytea not null
);
insert into historial_cadenas (cadena, eslabones, hash)
  select c, 0, sha256(convert_to('cadena ' || c, 'UTF8')) from generate_series(0, 15) as c;

-- What a link says, as bytes. Changing any of it changes the hash.
create function historial_contenido(h historial) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(
    h.cadena, h.eslabon, extract(epoch from h.momento)::text, h.actor_uid, h.accion, h.entidad,
    h.entidad_id, h.persona_id, h.antes, h.despues, h.motivo, h.solicitud_id, h.origen)::text, 'UTF8')
$$;

-- HMAC-SHA256 with the key already xored with the inner and outer pads (64 bytes each).
create function historial_hmac(ipad bytea, opad bytea, contenido bytea) returns bytea
  language sql immutable as $$ select sha256(opad || sha256(ipad || contenido)) $$;

create function historial_agregar(
  ipad bytea, opad bytea, actor_uid text, accion text, entidad text, entidad_id text,
  persona_id uuid, antes jsonb, despues jsonb, motivo text, solicitud_id text, origen text
) returns void language plpgsql as $$
declare
  c smallint := get_byte(sha256(convert_to(entidad || ' ' || entidad_id, 'UTF8')), 0) % 16;
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

-- The application only ever appends.
create function historial_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'el historial solo crece';
end $$;
create trigger historial_inmutable before update or delete on historial
  for each row execute function historial_inmutable();
