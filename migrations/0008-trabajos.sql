-- Jobs that people see (the tray "Trabajos"). The queue itself is pg-boss's, in the schema trabajos.
create table trabajos_visibles (
  id uuid primary key default gen_random_uuid(),
  -- Kind of job: the queue's name.
  tipo text not null,
  -- Uid of who asked for it.
  propietario text not null,
  titulo text not null,
  estado text not null default 'enCola'
    check (estado in ('enCola', 'enCurso', 'hecho', 'fallido', 'cancelado')),
  hechos integer not null default 0,
  -- Null while nobody knows how much there is to do.
  total integer,
  mensaje text,
  -- What the job is given; kept so that it can be asked for again.
  datos jsonb not null,
  -- What it left: figures, and the file to download.
  resultado jsonb,
  -- The queue's job that is in charge, and how many times it was delivered: an older delivery that
  -- still believes itself alive can change nothing.
  entrega uuid not null,
  intento integer not null default 0,
  oculto boolean not null default false,
  creado_en timestamptz not null default now(),
  iniciado_en timestamptz,
  terminado_en timestamptz,
  actualizado_en timestamptz not null default now()
);
create index trabajos_visibles_propietario on trabajos_visibles (propietario, creado_en desc, id);
create index trabajos_visibles_vivos on trabajos_visibles (actualizado_en)
  where estado in ('enCola', 'enCurso');

-- Which items of a job are done: written in the transaction of the item's effect.
create table trabajos_partidas (
  trabajo_id uuid not null references trabajos_visibles (id) on delete cascade,
  clave text not null,
  primary key (trabajo_id, clave)
);

-- Spreadsheets that arrived to be imported, and the ones made: reports and exports. Their bytes are
-- in the store; after vence_en they are removed.
create table trabajos_archivos (
  id uuid primary key default gen_random_uuid(),
  objeto text not null unique,
  propietario text not null,
  clase text not null check (clase in ('importacion', 'exportacion', 'informe')),
  hoja text not null,
  nombre text not null,
  tipo text not null check (tipo in ('xlsx', 'csv')),
  bytes bigint not null,
  sha256 text not null,
  -- What reading it found out: encoding, separator, headers.
  lectura jsonb not null default '{}',
  creado_en timestamptz not null default now(),
  vence_en timestamptz not null
);
create index trabajos_archivos_propietario on trabajos_archivos (propietario);
create index trabajos_archivos_vence on trabajos_archivos (vence_en);

-- Rows of an import that were read and checked and wait to be written, all or none. Unlogged: after
-- a crash of the database the job reads the file again.
create unlogged table importacion_filas (
  trabajo_id uuid not null,
  -- The row's number in the file, as the spreadsheet program shows it.
  fila integer not null,
  datos jsonb not null,
  primary key (trabajo_id, fila)
);
