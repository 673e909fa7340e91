-- Registration without CURP, acceptance of the texts, second factor, administration of users.
alter table personas add column curp_declarada text;
comment on column personas.curp_declarada is 'What a registration without validation said its CURP was; staff assign the real one.';

create table aceptaciones (
  id bigint generated always as identity primary key,
  uid text not null,
  persona_id uuid references personas (id),
  documento text not null check (documento in ('aviso', 'terminos')),
  version text not null,
  momento timestamptz not null default now()
);
create index aceptaciones_uid on aceptaciones (uid);

alter table cuentas add column totp_sellado text;
alter table cuentas add column totp_desde timestamptz;
-- The last time step used: a code works once.
alter table cuentas add column totp_paso bigint;

create table codigos_recuperacion (
  uid text not null references cuentas (uid) on delete cascade,
  hash text not null,
  usado_en timestamptz,
  primary key (uid, hash)
);

create index cuentas_role on cuentas (role) where role is not null;
create index cuentas_creacion on cuentas (created_at desc, uid);

-- Settings that an Admin changes while the portal runs.
create table ajustes (
  clave text primary key,
  valor jsonb not null,
  cambiado_en timestamptz not null default now()
);
