-- The vault: each version of each document of a person, one for each type of the catalog `tipos-documento`. Its bytes
-- are an object of the store that only this row refers to. See docs/decisions/0054.
create table documentos (
  id uuid primary key default gen_random_uuid(),
  persona_id uuid not null references personas_todas (id),
  tipo_id uuid not null references catalogo_items_todos (id),
  version integer not null check (version > 0),
  estado text not null,
  -- As its person called the file.
  nombre text not null,
  objeto text not null unique,
  sha256 text not null,
  bytes integer not null,
  content_type text not null,
  creado_en timestamptz not null,
  -- What was decided, by whom, and of a rejection why.
  decidido_en timestamptz,
  decidido_por text,
  motivo_id uuid references catalogo_items_todos (id),
  nota text,
  -- Until when a validated one is in force; null: always.
  vence_en timestamptz,
  -- Its person was told what was decided; that it is about to end.
  contado_en timestamptz,
  avisado_en timestamptz,
  unique (persona_id, tipo_id, version)
);
select definir_estados('documentos', '{"pendiente": ["validado", "rechazado", "sustituido"],
  "validado": ["pendiente", "vencido"], "rechazado": ["pendiente"], "vencido": [], "sustituido": []}');
-- One waits at a time: what is sent later takes its place.
create unique index documentos_pendiente on documentos (persona_id, tipo_id) where estado = 'pendiente';
create index documentos_cola on documentos (creado_en, id) where estado = 'pendiente';
create index documentos_vence on documentos (vence_en) where estado = 'validado';
create index documentos_tipo on documentos (tipo_id);
create index documentos_motivo on documentos (motivo_id) where motivo_id is not null;
create index documentos_sin_contar on documentos (decidido_en) where contado_en is null and decidido_en is not null;

-- Who is looking at one that waits, and until when nobody else gets it.
create table documentos_turnos (
  documento_id uuid primary key references documentos (id) on delete cascade,
  uid text not null,
  vence_en timestamptz not null
);
create index documentos_turnos_uid on documentos_turnos (uid);
