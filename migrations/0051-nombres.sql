-- One word for one thing (docs/decisions/0044, docs/glossary.md). A row was written at creado_en and changed at
-- actualizado_en, whatever its table's gender; what ends does at vence_en; a moment's column ends in _en.
alter table claves_firma rename column creada_en to creado_en;
alter table personas_todas rename column creada_en to creado_en;
alter table personas_todas rename column actualizada_en to actualizado_en;
-- A view keeps the names it was made with; the function that makes it again only adds columns.
alter view personas rename column creada_en to creado_en;
alter view personas rename column actualizada_en to actualizado_en;
alter table plantillas rename column creada_en to creado_en;
alter table plantilla_versiones rename column creada_en to creado_en;
alter table ediciones rename column creada_en to creado_en;
alter table inscripciones rename column creada_en to creado_en;
alter table inscripciones rename column actualizada_en to actualizado_en;
alter table respuestas_sensibles rename column actualizada_en to actualizado_en;
alter table vinculaciones rename column creada_en to creado_en;
alter table importaciones rename column creada_en to creado_en;
alter table objetos_sueltos rename column desde to creado_en;
alter table claves_anteriores rename column desde to creado_en;
alter table catalogo_items_todos rename column cambiado_en to actualizado_en;
alter view catalogo_items rename column cambiado_en to actualizado_en;
alter table ajustes rename column cambiado_en to actualizado_en;

alter table cuentas rename column created_at to creado_en;
alter table cuentas rename column last_login_at to ultimo_ingreso_en;
alter table sesiones rename column rotated_at to rotado_en;
alter table sesiones rename column last_used_at to usado_en;
alter table sesiones rename column revoked_at to revocado_en;
alter table sesiones rename column expires_at to vence_en;
alter index sesiones_expires rename to sesiones_vence;

alter table limites rename column vence to vence_en;
alter table codigos rename column vence to vence_en;
alter table correos_contacto rename column vence to vence_en;
alter table correos rename column caduca to vence_en;
alter table archivos rename column expira_en to vence_en;
alter index archivos_expira rename to archivos_vence;
alter table subidas rename column expira_en to vence_en;
alter index subidas_expira rename to subidas_vence;

-- A request is a petición: a solicitud is what somebody asks of the school. What is signed of a row is what its
-- columns say and not how they are called.
alter table historial rename column solicitud_id to peticion_id;
alter index historial_solicitud rename to historial_peticion;
drop function historial_anotar(text, text, text, text, uuid, jsonb, jsonb, text, text, text, timestamptz, bytea,
  bigint, smallint, bigint, bytea, bytea);
create function historial_anotar(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
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
  nuevo.peticion_id := peticion_id;
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
drop function historial_anotar_varias(text, text, text, text, text, text, timestamptz, bytea, bigint, smallint,
  bigint, bytea, jsonb);
create function historial_anotar_varias(
  actor_uid text, accion text, entidad text, motivo text, peticion_id text, origen text,
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
      despues, motivo, peticion_id, origen, cadena, eslabon, emisor, numero, vista_cadena,
      vista_eslabon, vista_hash, firma, hash)
    overriding system value
    select d.id, momento, actor_uid, accion, entidad, d.f->>'entidadId', (d.f->>'personaId')::uuid,
      nullif(d.f->'antes', 'null'), nullif(d.f->'despues', 'null'), motivo, peticion_id, origen,
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

-- A hecho is a fact that a regla looks at. How far a job has come is its avance, and it ends «terminado», as an
-- import ends «terminada».
alter table trabajos_visibles rename column hechos to avance;
drop trigger paso_legal on trabajos_visibles;
alter table trabajos_visibles drop constraint trabajos_visibles_estado_check;
update trabajos_visibles set estado = 'terminado' where estado = 'hecho';
select definir_estados('trabajos_visibles', '{"enCola": ["enCurso", "fallido", "cancelado"],
  "enCurso": ["enCola", "terminado", "fallido", "cancelado"], "terminado": [], "fallido": ["enCola"],
  "cancelado": ["enCola"]}');

drop trigger paso_legal on importaciones;
alter table importaciones drop constraint importaciones_estado_check;
drop index importaciones_hoja;
update importaciones set estado = 'terminada' where estado = 'hecha';
create unique index importaciones_hoja on importaciones (hoja) where estado <> 'terminada';
select definir_estados('importaciones',
  '{"preparando": ["descartada", "decidida"], "descartada": [], "decidida": ["terminada"], "terminada": []}');
create or replace function vista_de_visibles(vista text, tabla text) returns void language plpgsql as $$
declare
  columnas text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = tabla::regclass and attnum > 0 and not attisdropped and attname <> 'importacion');
begin
  execute format('create or replace view %I as select %s from %I where importacion is null or importacion
    not in (select i.id from importaciones i where i.estado <> ''terminada'')',
    vista, columnas, tabla);
end $$;
select vista_de_visibles('personas', 'personas_todas');
select vista_de_visibles('catalogo_items', 'catalogo_items_todos');
