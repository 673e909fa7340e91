-- Files: what is known of each one. Their bytes are in the store (a folder or S3) under `objeto`, a
-- random id that has nothing to do with the name.
create table archivos (
  nombre text collate "C" primary key,
  objeto text not null unique,
  -- Who uploaded it: a uid, or boleto:… for a visitor with an upload ticket.
  propietario text not null,
  generation bigint not null,
  metageneration integer not null default 1,
  bytes bigint not null,
  content_type text not null,
  md5 text not null,
  sha256 text not null,
  cache_control text,
  content_disposition text,
  content_encoding text,
  content_language text,
  metadata jsonb not null default '{}',
  creado_en timestamptz not null,
  actualizado_en timestamptz not null,
  expira_en timestamptz
);
create index archivos_propietario on archivos (propietario);
create index archivos_expira on archivos (expira_en) where expira_en is not null;

-- Resumable uploads. What has arrived is kept as objects of the store, in order, so that a restart
-- or another process can go on.
create table subidas (
  -- Of the secret id in the upload's URL.
  hash text primary key,
  nombre text not null,
  propietario text not null,
  declarados bigint,
  recibidos bigint not null default 0,
  partes jsonb not null default '[]',
  metadata jsonb not null,
  estado text not null check (estado in ('activa', 'final', 'cancelada')),
  expira_en timestamptz not null
);
create index subidas_propietario on subidas (propietario) where estado = 'activa';
create index subidas_expira on subidas (expira_en);

-- Objects of the store that no row refers to (yet, or any more): written before the bytes are, so
-- that a crash at any moment leaves nothing that the cleaning job does not know.
create table objetos_sueltos (
  id text primary key,
  desde timestamptz not null
);
