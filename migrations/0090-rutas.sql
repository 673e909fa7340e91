-- Formative routes: what one is made of is kept by versions, and who began under one keeps it (docs/decisions/0068).
create table rutas (
  id uuid primary key default gen_random_uuid(),
  clave text not null unique,
  creado_en timestamptz not null default now()
);

create table ruta_versiones (
  id uuid primary key default gen_random_uuid(),
  ruta_id uuid not null references rutas (id) on delete cascade,
  numero integer not null,
  estado text not null,
  -- Stages, groups, courses and what each requires; it says its own `formato`.
  definicion jsonb not null,
  -- What changed, as whoever published it says.
  nota text not null default '',
  -- Of the draft: two who edit it are told apart.
  version integer not null default 1,
  publicada_en timestamptz,
  archivada_en timestamptz,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  unique (ruta_id, numero),
  unique (id, ruta_id),
  check (estado = 'borrador' or publicada_en is not null)
);
select definir_estados('ruta_versiones', '{"borrador": ["publicada"], "publicada": ["archivada"], "archivada": []}');
create unique index ruta_versiones_publicada on ruta_versiones (ruta_id) where estado = 'publicada';
create unique index ruta_versiones_borrador on ruta_versiones (ruta_id) where estado = 'borrador';

-- A published version never changes nor goes, whoever asks.
create function ruta_version_inmutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.estado <> 'borrador' then raise exception 'una versión publicada de una ruta no se borra'; end if;
    return old;
  end if;
  if old.estado <> 'borrador' and (new.definicion, new.numero, new.ruta_id, new.nota, new.publicada_en)
      is distinct from (old.definicion, old.numero, old.ruta_id, old.nota, old.publicada_en) then
    raise exception 'una versión publicada de una ruta no cambia';
  end if;
  return new;
end $$;
create trigger ruta_version_inmutable before update or delete on ruta_versiones
  for each row execute function ruta_version_inmutable();

-- The courses of each version: a course in one is not deleted, and whose routes a result may complete is found by it.
create table ruta_cursos (
  version_id uuid not null references ruta_versiones (id) on delete cascade,
  curso_id uuid not null references cursos (id),
  primary key (version_id, curso_id)
);
create index ruta_cursos_curso on ruta_cursos (curso_id, version_id);

create function ruta_cursos_inmutables() returns trigger language plpgsql as $$
begin
  if exists (select from ruta_versiones where id = coalesce(new.version_id, old.version_id) and estado <> 'borrador') then
    raise exception 'una versión publicada de una ruta no cambia';
  end if;
  return coalesce(new, old);
end $$;
create trigger ruta_cursos_inmutables before insert or update or delete on ruta_cursos
  for each row execute function ruta_cursos_inmutables();

-- Who is in a route, under which version, and since when it is complete: how far they are follows from their results.
create table ruta_personas (
  id uuid primary key default gen_random_uuid(),
  ruta_id uuid not null references rutas (id),
  version_id uuid not null,
  persona_id uuid not null references personas_todas (id),
  -- They pressed it, or they began one of its courses.
  origen text not null check (origen in ('propia', 'curso')),
  comenzada_en timestamptz not null,
  -- Null again when a result that completed it was corrected.
  completada_en timestamptz,
  unique (ruta_id, persona_id),
  foreign key (version_id, ruta_id) references ruta_versiones (id, ruta_id)
);
create index ruta_personas_persona on ruta_personas (persona_id, ruta_id);
create index ruta_personas_lista on ruta_personas (ruta_id, comenzada_en, id);
create index ruta_personas_version on ruta_personas (version_id);
create trigger zz_no_bloqueada after insert on ruta_personas referencing new table as nuevas
  for each statement execute function persona_no_bloqueada();
