-- The library of sections: named, described parts of a form, to start others from. Each is kept as a form of that one
-- section, in the format of definitions; whoever takes one has a copy. See docs/decisions/0091.
create table plantilla_secciones (
  id uuid primary key default gen_random_uuid(),
  nombre text not null,
  descripcion text not null,
  estado text not null,
  definicion jsonb not null,
  -- The key of one that came with the product: once it is here, it is the school's.
  producto text unique,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
select definir_estados('plantilla_secciones', '{"disponible":["archivada"],"archivada":["disponible"]}');
create unique index plantilla_secciones_nombre on plantilla_secciones (plegar(nombre)) where estado = 'disponible';
