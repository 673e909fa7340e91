-- What an edition gives to those who take it: links and files, in the order that staff say, seen once they are published.
create table materiales (
  id uuid primary key default gen_random_uuid(),
  edicion_id uuid not null references ediciones (id) on delete cascade,
  titulo text not null,
  nota text not null default '',
  orden integer not null,
  publicado boolean not null default false,
  enlace text,
  objeto text,
  sha256 text,
  bytes integer,
  content_type text,
  nombre text,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  -- A link, or a file with all that there is to know of it.
  check ((enlace is null) = (objeto is not null and sha256 is not null and bytes is not null
    and content_type is not null and nombre is not null))
);
create index materiales_edicion on materiales (edicion_id, orden, id);
