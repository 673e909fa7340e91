-- Each row of the history carries a signature made in the server; the database only chains the signatures,
-- without any key. The rows written before keep their keyed hashes (firma is null). See docs/decisions/0026.
alter table historial
  -- Which server process wrote the row, and the row's number among those that it wrote: no signature is good twice.
  add column emisor bytea,
  add column numero bigint,
  -- The last link that this process knew to be committed when it signed.
  add column vista_cadena smallint,
  add column vista_eslabon bigint,
  add column vista_hash bytea,
  -- HMAC-SHA256 over everything that the row says, the columns above included.
  add column firma bytea;

drop function historial_agregar(bytea, bytea, text, text, text, text, uuid, jsonb, jsonb, text, text, text);
drop function historial_agregar_varios(bytea, bytea, text, text, text, text, text, text, jsonb);
drop aggregate historial_encadenar(bytea, bytea, bytea, bytea);
drop function historial_paso(bytea, bytea, bytea, bytea, bytea);
drop function historial_hmac(bytea, bytea, bytea);
drop function historial_contenido(historial);

-- What the link after `anterior` is. Checked outside the database, so that replacing this is found.
create function historial_eslabonar(
  anterior bytea, firma bytea, id bigint, cadena smallint, eslabon bigint
) returns bytea language sql immutable as $$
  select sha256(
    anterior || firma || convert_to(id::text || ' ' || cadena::text || ' ' || eslabon::text, 'UTF8'))
$$;

-- Appends a row to the chain of its transaction. Gives the head that the chain had before.
create function historial_anotar(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, solicitud_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, firma bytea
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
  nuevo historial;
begin
  select * into cabeza from historial_cadenas h where h.cadena = c for update;
  nuevo.id := nextval(pg_get_serial_sequence('historial', 'id'));
  nuevo.momento := momento;
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
  nuevo.emisor := emisor;
  nuevo.numero := numero;
  nuevo.vista_cadena := vista_cadena;
  nuevo.vista_eslabon := vista_eslabon;
  nuevo.vista_hash := vista_hash;
  nuevo.firma := firma;
  nuevo.hash := historial_eslabonar(cabeza.hash, firma, nuevo.id, c, nuevo.eslabon);
  insert into historial overriding system value values (nuevo.*);
  update historial_cadenas h set eslabones = nuevo.eslabon, hash = nuevo.hash where h.cadena = c;
  return cabeza;
end $$;

create function historial_paso(
  hecho bytea, cabeza bytea, firma bytea, id bigint, cadena smallint, eslabon bigint
) returns bytea language plpgsql immutable as $$
begin
  return historial_eslabonar(coalesce(hecho, cabeza), firma, id, cadena, eslabon);
end $$;
-- As a window function: the hash of each link over those before it, from the chain's head.
create aggregate historial_encadenar(bytea, bytea, bigint, smallint, bigint) (
  sfunc = historial_paso, stype = bytea
);

-- The same for many rows in one statement. What they have in common is said once; `filas` is an array of
-- {"entidadId", "personaId", "antes", "despues", "firma" (hex)}, in the order in which they are appended and
-- numbered from `numero`.
create function historial_anotar_varias(
  actor_uid text, accion text, entidad text, motivo text, solicitud_id text, origen text,
  momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, filas jsonb
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
begin
  select * into cabeza from historial_cadenas h where h.cadena = c for update;
  with dadas as materialized (
    select nextval(pg_get_serial_sequence('historial', 'id')) as id, t.f, t.n,
      decode(t.f->>'firma', 'hex') as de
    from jsonb_array_elements(filas) with ordinality as t(f, n)
  ), nuevos as (
    insert into historial (id, momento, actor_uid, accion, entidad, entidad_id, persona_id, antes,
      despues, motivo, solicitud_id, origen, cadena, eslabon, emisor, numero, vista_cadena,
      vista_eslabon, vista_hash, firma, hash)
    overriding system value
    select d.id, momento, actor_uid, accion, entidad, d.f->>'entidadId', (d.f->>'personaId')::uuid,
      nullif(d.f->'antes', 'null'), nullif(d.f->'despues', 'null'), motivo, solicitud_id, origen,
      c, cabeza.eslabones + d.n, emisor, numero + d.n - 1, vista_cadena, vista_eslabon, vista_hash,
      d.de, historial_encadenar(cabeza.hash, d.de, d.id, c, cabeza.eslabones + d.n)
        over (order by d.n)
    from dadas d order by d.n
    returning historial.eslabon, historial.hash
  )
  update historial_cadenas h set eslabones = u.eslabon, hash = u.hash
  from (select n.eslabon, n.hash from nuevos n order by n.eslabon desc limit 1) u
  where h.cadena = c;
  return cabeza;
end $$;

create trigger historial_no_se_vacia before truncate on historial
  for each statement execute function historial_inmutable();

-- The hourly job is a clock of each server now: several servers keep an anchor file each.
do $$
begin
  if to_regclass('trabajos.schedule') is not null then
    delete from trabajos.schedule where name = 'auditoria-anclar';
  end if;
end $$;
