-- What happened to somebody, for the bell of the portal. See docs/decisions/0114.
create table notificaciones (
  id uuid primary key,
  uid text not null references cuentas (uid) on delete cascade,
  clase text not null,
  -- What it is about: while one of the same key is unread, another one only adds to `cuantas`. Null: each is its own.
  clave text,
  titulo text not null,
  -- Address within the portal; null: there is nothing to open.
  enlace text check (enlace like '/%'),
  cuantas integer not null default 1 check (cuantas > 0),
  creado_en timestamptz not null,
  leida_en timestamptz,
  -- When a digest named it.
  resumida_en timestamptz
);
create unique index notificaciones_sin_leer on notificaciones (uid, clave) where leida_en is null;
create index notificaciones_de_cuenta on notificaciones (uid, creado_en desc, id desc);
create index notificaciones_por_fecha on notificaciones (creado_en);

-- By which way each optional kind reaches an account. Those of before were switched off.
alter table correos_apagados rename to avisos_elegidos;
alter table avisos_elegidos rename constraint correos_apagados_pkey to avisos_elegidos_pkey;
alter table avisos_elegidos add column modo text not null default 'portal'
  check (modo in ('correo', 'portal', 'diario', 'semanal'));
alter table avisos_elegidos alter column modo drop default;

-- Texts of letters that an Admin wrote. The last version is in force; without text it is the one of the code.
create table cartas_textos (
  clave text not null,
  version integer not null check (version > 0),
  asunto text,
  cuerpo text,
  escrito_en timestamptz not null,
  escrito_por text not null,
  primary key (clave, version),
  check ((asunto is null) = (cuerpo is null))
);
