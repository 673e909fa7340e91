-- What a document issued is based on: a line of a closed acta, which may be corrected later; or, of a certificado of a course that has no
-- acta here (histórico), a document of its person's vault, approved by a second person.
alter table documentos_emitidos
  add column inscripcion_id uuid references inscripciones (id),
  add column evidencia_id uuid references documentos (id),
  add check (inscripcion_id is null or evidencia_id is null);
create index documentos_emitidos_inscripcion on documentos_emitidos (inscripcion_id) where inscripcion_id is not null;
create index documentos_emitidos_evidencia on documentos_emitidos (evidencia_id) where evidencia_id is not null;

update documentos_emitidos d set inscripcion_id = d.origen_de from emisiones s
where s.id = d.emision_id and s.fuente = 'edicion';
-- One that took the place of such a one is of the same line.
with recursive cadena as (
  select id, inscripcion_id from documentos_emitidos where inscripcion_id is not null
  union all
  select d.id, c.inscripcion_id from documentos_emitidos d join cadena c on d.sustituye = c.id
)
update documentos_emitidos d set inscripcion_id = c.inscripcion_id from cadena c
where c.id = d.id and d.inscripcion_id is null;

create function documento_base_inmutable() returns trigger language plpgsql as $$
begin
  if (new.inscripcion_id, new.evidencia_id) is distinct from (old.inscripcion_id, old.evidencia_id) then
    raise exception 'un documento emitido no cambia';
  end if;
  return new;
end $$;
create trigger documento_base_inmutable before update on documentos_emitidos
  for each row execute function documento_base_inmutable();
