-- Who tried in vain to enter an account: its owner sees it among their sessions. One row for each day, reason
-- and address, with how many times; 100 of an account at most, for 90 days (see docs/decisions/0027).
create table intentos_fallidos (
  uid text not null references cuentas (uid) on delete cascade,
  -- The day in UTC.
  dia date not null,
  motivo text not null check (motivo in ('contrasena', 'segundoFactor', 'limite', 'deshabilitada')),
  -- As the sessions show it; empty for those of more addresses than are told apart.
  direccion text not null,
  dispositivo text not null,
  veces bigint not null,
  primera timestamptz not null,
  ultima timestamptz not null,
  primary key (uid, dia, motivo, direccion)
);
create index intentos_fallidos_ultima on intentos_fallidos (ultima);
