-- All catalogs, one table: which fields an item has is declared in src/features/catalogos.
create table catalogo_items (
  id uuid primary key default gen_random_uuid(),
  catalogo text not null,
  -- The natural key within its catalog: what an import matches by.
  clave text not null check (clave <> ''),
  nombre text not null check (nombre <> ''),
  -- Restrict is the last word: what something hangs from is not deleted.
  padre_id uuid references catalogo_items (id) on delete restrict check (padre_id <> id),
  datos jsonb not null default '{}',
  -- Key, name and texts without accents or case, written with them.
  busqueda text not null,
  orden integer not null,
  activo boolean not null default true,
  version integer not null default 1,
  creado_en timestamptz not null default now(),
  cambiado_en timestamptz not null default now(),
  unique (catalogo, clave)
);
create index catalogo_items_orden on catalogo_items (catalogo, orden);
create index catalogo_items_padre on catalogo_items (padre_id) where padre_id is not null;
-- Who points to an item: its id is among the values of `datos`.
create index catalogo_items_datos on catalogo_items using gin (datos jsonb_path_ops);

-- What was sown from the reference data, once: an item deleted later does not come back.
create table catalogo_semillas (
  catalogo text not null,
  clave text not null,
  primary key (catalogo, clave)
);
