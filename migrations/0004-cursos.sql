create table cursos (
  id uuid primary key default gen_random_uuid(),
  clave text not null unique,
  nombre text not null,
  tipo text not null check (tipo in ('curso', 'taller', 'seminario', 'diplomado', 'especialidad', 'maestria', 'doctorado')),
  modalidad text not null check (modalidad in ('presencial', 'enLinea', 'mixta')),
  area text not null,
  horas integer not null check (horas > 0),
  creditos numeric(6, 2),
  objetivo text not null default '',
  creado_en timestamptz not null default now()
);

create table plantillas (
  id uuid primary key default gen_random_uuid(),
  nombre text not null,
  creada_en timestamptz not null default now()
);

create table plantilla_versiones (
  id uuid primary key default gen_random_uuid(),
  plantilla_id uuid not null references plantillas (id),
  numero integer not null,
  estado text not null check (estado in ('borrador', 'publicada', 'archivada')),
  definicion jsonb not null,
  publicada_en timestamptz,
  creada_en timestamptz not null default now(),
  unique (plantilla_id, numero),
  check (estado = 'borrador' or publicada_en is not null)
);
create unique index plantilla_versiones_publicada on plantilla_versiones (plantilla_id) where estado = 'publicada';

-- A published version never changes, whoever asks.
create function plantilla_version_inmutable() returns trigger language plpgsql as $$
begin
  if old.estado <> 'borrador' and (new.definicion is distinct from old.definicion or new.numero <> old.numero or new.plantilla_id <> old.plantilla_id) then
    raise exception 'una versión publicada no cambia';
  end if;
  return new;
end $$;
create trigger plantilla_version_inmutable before update on plantilla_versiones
  for each row execute function plantilla_version_inmutable();

create table ediciones (
  id uuid primary key default gen_random_uuid(),
  curso_id uuid not null references cursos (id),
  plantilla_id uuid not null references plantillas (id),
  nombre text not null,
  inicia date not null,
  termina date not null check (termina >= inicia),
  inscripcion_abre timestamptz not null,
  inscripcion_cierra timestamptz not null check (inscripcion_cierra > inscripcion_abre),
  sede text,
  cupo integer not null check (cupo > 0),
  -- Seats taken. Only ever moved by a guarded update; the check is the last word.
  ocupados integer not null default 0 check (ocupados between 0 and cupo),
  cancelada_en timestamptz,
  creada_en timestamptz not null default now()
  -- Room in each page for the new row versions of `ocupados` on opening day.
) with (fillfactor = 50);
create index ediciones_curso on ediciones (curso_id);
create index ediciones_cierre on ediciones (inscripcion_cierra);
