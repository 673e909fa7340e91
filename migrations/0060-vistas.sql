-- A list as somebody has it, under a name of theirs: filters, search, order and columns. What is searched for may be
-- somebody's CURP: it is read by its account alone, and goes with it.
create table vistas (
  id uuid primary key default gen_random_uuid(),
  uid text not null references cuentas (uid) on delete cascade,
  lista text not null,
  nombre text not null,
  parametros text not null,
  -- The columns that it hides; null: those that the list hides at first.
  ocultas jsonb,
  predeterminada boolean not null default false,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
create unique index vistas_nombre on vistas (uid, lista, lower(nombre));
create unique index vistas_predeterminada on vistas (uid, lista) where predeterminada;
