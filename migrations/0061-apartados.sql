-- What a person's file says besides who they are: employment, telephones, studies… One table for all of it: which
-- apartados there are and which data an entry of each has is declared in src/features/personas/apartados.
create table personas_entradas (
  -- Of whoever adds it: sent twice, it is one.
  id uuid primary key,
  persona_id uuid not null references personas_todas (id),
  apartado text not null check (apartado <> ''),
  datos jsonb not null,
  version integer not null default 1,
  -- The account that wrote it last: whoever edited an older version is told whether it was themselves.
  actualizado_por text,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
create index personas_entradas_persona on personas_entradas (persona_id, apartado);

-- What entries point to in the catalogs, also within `datos`: an item in use is not deleted, and those who have an
-- item are found by it.
create table personas_entradas_items (
  entrada_id uuid not null references personas_entradas (id) on delete cascade,
  campo text not null,
  item_id uuid not null references catalogo_items_todos (id),
  primary key (entrada_id, campo)
);
create index personas_entradas_items_item on personas_entradas_items (item_id);
