-- Appends many rows to the history in one statement: what a bulk write (an import) does to each record
-- is a link of its own. Same contents and hashes as historial_agregar.

create function historial_paso(anterior bytea, cabeza bytea, ipad bytea, opad bytea, contenido bytea)
  returns bytea language plpgsql immutable as $$
begin
  return sha256(opad || sha256(ipad || coalesce(anterior, cabeza) || contenido));
end $$;
-- As a window function: the hash of each link over those before it, from the chain's head.
create aggregate historial_encadenar(bytea, bytea, bytea, bytea) (
  sfunc = historial_paso, stype = bytea
);

-- What all the rows have in common is said once; `filas` is an array of
-- {"entidadId", "personaId", "antes", "despues"}, in the order in which they are appended.
create function historial_agregar_varios(
  ipad bytea, opad bytea, actor_uid text, accion text, entidad text, motivo text,
  solicitud_id text, origen text, filas jsonb
) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  ahora timestamptz := clock_timestamp();
begin
  -- In one order, so that two of these do not wait for each other.
  perform 1 from historial_cadenas c where c.cadena in (
    select get_byte(sha256(convert_to(entidad || ' ' || (f->>'entidadId'), 'UTF8')), 0) % 16
    from jsonb_array_elements(filas) as t(f)) order by c.cadena for update;
  with dadas as (
    select t.f, t.n,
      (get_byte(sha256(convert_to(entidad || ' ' || (t.f->>'entidadId'), 'UTF8')), 0) % 16)::smallint
        as cadena
    from jsonb_array_elements(filas) with ordinality as t(f, n)
  ), eslabones as materialized (
    select d.n, c.hash as cabeza, row(
      null, ahora, actor_uid, accion, entidad, d.f->>'entidadId', (d.f->>'personaId')::uuid,
      nullif(d.f->'antes', 'null'), nullif(d.f->'despues', 'null'), motivo, solicitud_id, origen,
      d.cadena, c.eslabones + row_number() over (partition by d.cadena order by d.n), null
    )::historial as h
    from dadas d join historial_cadenas c on c.cadena = d.cadena
  ), contenidos as materialized (
    select e.*, historial_contenido(e.h) as contenido from eslabones e
  ), nuevos as (
    insert into historial (momento, actor_uid, accion, entidad, entidad_id, persona_id, antes,
      despues, motivo, solicitud_id, origen, cadena, eslabon, hash)
    select (h).momento, (h).actor_uid, (h).accion, (h).entidad, (h).entidad_id, (h).persona_id,
      (h).antes, (h).despues, (h).motivo, (h).solicitud_id, (h).origen, (h).cadena, (h).eslabon,
      historial_encadenar(cabeza, ipad, opad, contenido)
        over (partition by (h).cadena order by (h).eslabon)
    from contenidos order by n
    returning cadena, eslabon, hash
  )
  update historial_cadenas c set eslabones = u.eslabon, hash = u.hash
  from (select distinct on (cadena) cadena, eslabon, hash from nuevos order by cadena, eslabon desc) u
  where c.cadena = u.cadena;
end $$;
