-- The store of files that this database belongs with: the same identity is in the store's mark, `almacen.txt`. A database and a
-- store that do not know each other are not started together. `enlazado_en` is null until the mark is written.
create table almacen (
  unico boolean primary key default true check (unico),
  identidad text not null check (identidad ~ '^[0-9a-f]{32}$'),
  creado_en timestamptz not null default now(),
  enlazado_en timestamptz
);
