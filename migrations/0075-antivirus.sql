-- What the antivirus has still to look at, by the object of its bytes, and that in which it found something
-- (docs/decisions/0059). What is in quarantine nobody reads.
create table objetos_por_revisar (
  objeto text primary key,
  cuarentena boolean not null,
  firma text,
  creado_en timestamptz not null default now(),
  revisado_en timestamptz,
  check (firma is null or cuarentena),
  check ((firma is null) = (revisado_en is null))
);
create index objetos_por_revisar_esperan on objetos_por_revisar (creado_en) where firma is null;
