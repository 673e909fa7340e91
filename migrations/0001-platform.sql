-- What the platform itself keeps: rate limits, signing keys, outgoing mail.
create table limites (
  llave text primary key,
  cuenta integer not null,
  vence timestamptz not null
);
create index limites_vence on limites (vence);

create table claves_firma (
  kid text primary key,
  publica jsonb not null,
  privada_sellada text not null,
  creada_en timestamptz not null default now()
);

create table correos (
  id uuid primary key,
  para text not null,
  asunto text not null,
  texto text,
  estado text not null check (estado in ('pendiente', 'enviado')),
  creado_en timestamptz not null default now(),
  enviado_en timestamptz
);
create index correos_recientes on correos (creado_en desc);
