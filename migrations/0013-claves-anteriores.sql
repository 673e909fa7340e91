-- Keys that somebody's file had before: the SC… key of who got a CURP, or the key of a file that was
-- merged into another. They go on opening the file, and are never given to anybody else.
create table claves_anteriores (
  clave text primary key,
  -- Whose file it opens now.
  persona_id uuid not null references personas (id),
  -- The file that was merged and is no longer there, as the history goes on naming it; null when the
  -- person only changed of key.
  anterior_id uuid,
  -- What the file said before: names, birth data, the CURP that was declared.
  datos jsonb not null,
  desde timestamptz not null default now()
);
create index claves_anteriores_persona on claves_anteriores (persona_id);

-- Staff looked at the data that disagree with the CURP. Emptied when they are others.
alter table personas add column discrepancias_nota text;
alter table personas add column discrepancias_revisadas_en timestamptz;
