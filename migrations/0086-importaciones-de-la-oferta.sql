-- What an import of courses or of editions is to make or change, until it is decided (docs/decisions/0066).
create table oferta_cambios (
  importacion uuid not null,
  fila integer not null,
  -- What a row is matched by: no two rows of one file say the same.
  llave text not null,
  registro_id uuid not null,
  -- What the record said, null of a new one, and what it will say.
  antes jsonb,
  datos jsonb not null,
  primary key (importacion, fila)
);
create index oferta_cambios_llave on oferta_cambios (importacion, llave);

-- Items of the catalogs that these will point to: not deleted meanwhile.
create table oferta_cambios_items (
  importacion uuid not null,
  item_id uuid not null references catalogo_items_todos (id),
  primary key (importacion, item_id)
);
create index oferta_cambios_items_item on oferta_cambios_items (item_id);
