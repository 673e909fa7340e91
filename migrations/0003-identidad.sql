create table personas (
  id uuid primary key default gen_random_uuid(),
  -- What routes call {curp}: the CURP, or the SC… key of who has none.
  clave text not null unique,
  curp text unique check (curp ~ '^[A-Z0-9Ñ]{18}$'),
  nombre text not null,
  apellido_paterno text not null,
  apellido_materno text not null,
  nombre_completo text not null,
  fecha_nacimiento date,
  sexo text check (sexo in ('H', 'M', 'X')),
  entidad_nacimiento text,
  -- Which data disagree with the CURP's letters, for staff to review.
  discrepancias text[] not null default '{}',
  creada_en timestamptz not null default now(),
  actualizada_en timestamptz not null default now(),
  check (curp is null or clave = curp)
);

create table cuentas (
  uid text primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  password_hash text not null,
  display_name text,
  photo_url text,
  -- The three names as they were typed, until a person is made of them.
  nombre text,
  apellido_paterno text,
  apellido_materno text,
  role text check (role in ('Admin', 'Escolar')),
  disabled boolean not null default false,
  persona_id uuid unique references personas (id),
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

create table sesiones (
  id uuid primary key,
  -- Null for the session of a registration that was silently refused (see docs/decisions/0005).
  uid text references cuentas (uid) on delete cascade,
  -- Serves only to finish a registration.
  registro boolean not null default false,
  email text not null,
  refresh_hash text not null unique,
  prev_hash text,
  rotated_at timestamptz,
  auth_time timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text not null,
  user_agent text not null
);
create index sesiones_uid on sesiones (uid);
create index sesiones_prev on sesiones (prev_hash);
create index sesiones_expires on sesiones (expires_at);

-- One-time codes of the mails: only their hash is kept.
create table codigos (
  hash text primary key,
  tipo text not null check (tipo in ('VERIFY_EMAIL', 'PASSWORD_RESET')),
  uid text not null references cuentas (uid) on delete cascade,
  vence timestamptz not null
);
create index codigos_uid on codigos (uid, tipo);

-- Registrations that were refused without saying so: an email or a CURP that was taken. For a day,
-- signing in with what was typed gives the answer a new account would give.
create table registros_rechazados (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_hash text not null,
  vence timestamptz not null
);
create index registros_rechazados_email on registros_rechazados (email);
