-- A second import of the same people changes what is there (decisions/0061).

-- What was shown to whoever reviewed a file: 8 bytes a row, in its order, and of which reading of its columns.
alter table trabajos_archivos add column vista bytea, add column vista_de text;

-- What an import is to change of files that are there. It lasts as long as the import: no foreign key, so that a file
-- that is taken away meanwhile is found out (`tocada`) and not forgotten.
create table personas_cambios (
  importacion uuid not null,
  persona_id uuid not null,
  -- The address that the school has for them; null: it stays as it is.
  correo text,
  -- Entries as they will be: id, apartado, valores, items, campos, nueva.
  entradas jsonb not null,
  -- Somebody wrote to the file since: the import looks again before it is decided.
  tocada boolean not null default false,
  primary key (importacion, persona_id)
);
create index personas_cambios_persona on personas_cambios (persona_id);
create index personas_cambios_tocadas on personas_cambios (importacion) where tocada;

-- Whoever writes to a file that an import is to change says so. Once it is decided they wait some seconds instead (PI001,
-- platform/server/outage.ts). The lock is the one that an import takes before it decides (`settleWriters`), so that
-- nobody writes in between.
create function importacion_tocar(ids uuid[]) returns void language plpgsql as $$
begin
  if not exists (select from personas_cambios where persona_id = any (ids)) then return; end if;
  perform pg_advisory_xact_lock_shared(728012, hashtext('importar personas'));
  if exists (select from personas_cambios c join importaciones i on i.id = c.importacion
      where c.persona_id = any (ids) and i.estado = 'decidida') then
    raise exception 'an import is being put in place' using errcode = 'PI001';
  end if;
  update personas_cambios set tocada = true where persona_id = any (ids) and not tocada;
end $$;

create function importacion_persona() returns trigger language plpgsql as $$
begin
  perform importacion_tocar(array(select id from viejas));
  return null;
end $$;

create function importacion_entrada() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform importacion_tocar(array(select distinct persona_id from nuevas));
  elsif tg_op = 'DELETE' then
    perform importacion_tocar(array(select distinct persona_id from viejas));
  else
    perform importacion_tocar(array(select persona_id from nuevas union select persona_id from viejas));
  end if;
  return null;
end $$;

create trigger importacion_otras after update on personas_todas referencing old table as viejas
  for each statement execute function importacion_persona();
create trigger importacion_idas after delete on personas_todas referencing old table as viejas
  for each statement execute function importacion_persona();
create trigger importacion_entradas_nuevas after insert on personas_entradas referencing new table as nuevas
  for each statement execute function importacion_entrada();
create trigger importacion_entradas_otras after update on personas_entradas
  referencing old table as viejas new table as nuevas for each statement execute function importacion_entrada();
create trigger importacion_entradas_idas after delete on personas_entradas referencing old table as viejas
  for each statement execute function importacion_entrada();
