-- Lists of people that a school uploads and rules ask for: who may enrol (docs/decisions/0086).
create table listas_personas (
  id uuid primary key default gen_random_uuid(),
  plantilla_id uuid not null references plantillas (id),
  -- As rules name it; never given again.
  clave text not null unique,
  nombre text not null,
  creado_en timestamptz not null,
  -- Since when it says anything: a list that nobody uploaded is «sin dato», and nobody passes by it.
  cargada_en timestamptz
);
create unique index listas_personas_nombre on listas_personas (plantilla_id, lower(nombre));

create table listas_personas_incluidas (
  id uuid primary key default gen_random_uuid(),
  lista_id uuid not null references listas_personas (id) on delete cascade,
  persona_id uuid not null references personas_todas (id),
  unique (lista_id, persona_id)
);
create index listas_personas_incluidas_persona on listas_personas_incluidas (persona_id);
create trigger zz_no_bloqueada after insert on listas_personas_incluidas referencing new table as nuevas
  for each statement execute function persona_no_bloqueada();

-- Who an import is to add, until it is decided.
create table listas_personas_cambios (
  importacion uuid not null,
  lista_id uuid not null,
  quien uuid not null,
  fila integer not null,
  primary key (importacion, quien)
);
