-- Documents that were issued together, to all who passed an edition or completed a route. See docs/decisions/0079.
create table emisiones (
  id uuid primary key,
  tipo text not null,
  -- What they come from: `edicion` or `ruta`, and which.
  fuente text not null check (fuente in ('edicion', 'ruta')),
  fuente_id uuid not null,
  -- What all of them say, as it was asked for.
  contenido jsonb not null,
  trabajo_id uuid not null,
  pedido_en timestamptz not null,
  pedido_por text not null
);
create index emisiones_fuente on emisiones (fuente_id, pedido_en desc);

-- Of what a document was issued for: the edition or route, and whose enrolment or place in it. One of each kind for each.
alter table documentos_emitidos
  add column emision_id uuid references emisiones (id),
  add column origen uuid,
  add column origen_de uuid,
  add constraint documentos_emitidos_origen unique (origen, tipo, origen_de),
  add check ((emision_id is null) = (origen is null) and (origen is null) = (origen_de is null));
create index documentos_emitidos_emision on documentos_emitidos (emision_id, id) where emision_id is not null;

create function emitido_origen_inmutable() returns trigger language plpgsql as $$
begin
  if (new.emision_id, new.origen, new.origen_de) is distinct from (old.emision_id, old.origen, old.origen_de) then
    raise exception 'un documento emitido no cambia';
  end if;
  return new;
end $$;
create trigger emitido_origen_inmutable before update on documentos_emitidos
  for each row execute function emitido_origen_inmutable();
