-- Plantillas are kept by people: what each is for, who saved a draft last and under which revision, the note with which a
-- version was published and the moment from which it was to be. See docs/decisions/0074.
alter table plantillas
  add column descripcion text not null default '',
  add column actualizado_en timestamptz not null default now();
alter table plantilla_versiones
  -- Moves with each saving: who saves says which one was seen.
  add column revision integer not null default 0,
  add column actualizado_en timestamptz not null default now(),
  add column nota text not null default '',
  -- A draft that is to be published then, by itself; null: by hand.
  add column publicar_en timestamptz,
  add column archivada_en timestamptz;
create index plantilla_versiones_por_publicar on plantilla_versiones (publicar_en) where publicar_en is not null;

-- What was published is never thrown away either: records were made under it.
create function plantilla_version_indeleble() returns trigger language plpgsql as $$
begin
  if old.estado <> 'borrador' then
    raise exception 'una versión publicada no se borra';
  end if;
  return old;
end $$;
create trigger plantilla_version_indeleble before delete on plantilla_versiones
  for each row execute function plantilla_version_indeleble();
create index ediciones_plantilla on ediciones (plantilla_id);
create index inscripciones_version on inscripciones (plantilla_version_id);
