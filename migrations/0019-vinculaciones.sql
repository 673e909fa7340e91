-- The address that the school has for a person whose file it made: an account that verifies it gets
-- the file at once.
alter table personas add column correo_conocido text check (correo_conocido = lower(correo_conocido));

-- An account that asks for a file that is there already: staff decide.
create table vinculaciones (
  id uuid primary key default gen_random_uuid(),
  uid text not null references cuentas (uid) on delete cascade,
  persona_id uuid not null references personas (id),
  -- The names as they were typed at the registration.
  nombre text not null,
  apellido_paterno text not null,
  apellido_materno text not null,
  estado text not null default 'pendiente'
    check (estado in ('pendiente', 'confirmada', 'rechazada')),
  -- Why it was not confirmed, as its person reads it.
  motivo text,
  creada_en timestamptz not null default now(),
  decidida_en timestamptz
);
create unique index vinculaciones_pendiente on vinculaciones (uid) where estado = 'pendiente';
create index vinculaciones_persona on vinculaciones (persona_id);
create index vinculaciones_cola on vinculaciones (creada_en) where estado = 'pendiente';
