-- Imports that write little by little, all or nothing: what one writes is in its table from the beginning,
-- with its number, and nobody sees it until the import's own row says so. See docs/decisions/0020.
create table importaciones (
  -- The job's id.
  id uuid primary key,
  hoja text not null,
  -- preparando: its rows are being written, unseen; it may still be given up. descartada: it was, and its
  -- rows are being removed. decidida: it will be done, whatever happens; each change goes into the history.
  -- hecha: everybody sees it.
  estado text not null default 'preparando'
    check (estado in ('preparando', 'descartada', 'decidida', 'hecha')),
  actor_uid text not null,
  -- Changes that others made meanwhile to what it has looked at: it looks again before it is decided.
  cambios integer not null default 0,
  -- How far the history has come.
  cursor text,
  -- Figures of what it writes.
  cifras jsonb not null default '{}',
  creada_en timestamptz not null default now()
);
-- One at a time for each list.
create unique index importaciones_hoja on importaciones (hoja) where estado <> 'hecha';

-- What everybody reads and writes under its old name is a view of the rows that are to be seen. A new column
-- is added to the table («…_todas», «…_todos»), and the view made again by this function.
create function vista_de_visibles(vista text, tabla text) returns void language plpgsql as $$
declare
  columnas text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = tabla::regclass and attnum > 0 and not attisdropped and attname <> 'importacion');
begin
  execute format('create or replace view %I as select %s from %I where importacion is null or importacion
    not in (select i.id from importaciones i where i.estado <> ''hecha'')',
    vista, columnas, tabla);
end $$;

alter table personas rename to personas_todas;
alter table personas_todas add column importacion uuid;
create index personas_importacion on personas_todas (importacion, id) where importacion is not null;
select vista_de_visibles('personas', 'personas_todas');

alter table catalogo_items rename to catalogo_items_todos;
alter table catalogo_items_todos add column importacion uuid;
create index catalogo_items_importacion on catalogo_items_todos (importacion, id)
  where importacion is not null;

select vista_de_visibles('catalogo_items', 'catalogo_items_todos');

-- What an import is to change of items that are there.
create table catalogo_items_cambios (
  importacion uuid not null,
  item_id uuid not null references catalogo_items_todos (id) on delete cascade,
  -- What the item will say, and the version that was looked at.
  nombre text not null,
  padre_id uuid references catalogo_items_todos (id) on delete cascade,
  datos jsonb not null,
  busqueda text not null,
  activo boolean not null,
  primary key (importacion, item_id)
);
create index catalogo_items_cambios_item on catalogo_items_cambios (item_id);
create index catalogo_items_cambios_padre on catalogo_items_cambios (padre_id);

drop table importacion_filas;

-- A job that has decided to do something that cannot be left half done: it is not cancelled any more.
alter table trabajos_visibles add column sin_retorno boolean not null default false;
