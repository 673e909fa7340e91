-- A registration is nobody's until its address is verified (docs/decisions/0012): any number of
-- accounts may wait for one email, and one of them, at most, has verified it.
alter table cuentas drop constraint cuentas_email_key;
create unique index cuentas_email_verificado on cuentas (email) where email_verified;
create index cuentas_email on cuentas (email, created_at desc);

-- What an account that is being registered said of its person: the file is made, or claimed, when
-- the address is verified. Gone then.
create table registros (
  uid text primary key references cuentas (uid) on delete cascade,
  -- Of the form that sends it: the same one again is the same registration.
  intento uuid unique,
  -- By the identity wire, whose own client verifies by the code alone.
  por_protocolo boolean not null,
  -- A few bits of a keyed digest of email and password: which of those that wait is tried first.
  huella integer not null,
  tipo text check (tipo in ('conCurp', 'sinCurp')),
  -- Verified in shape; without CURP, whatever was declared.
  curp text,
  nombre text not null default '',
  apellido_paterno text not null default '',
  apellido_materno text not null default ''
);

-- The registrations refused without saying so are now registrations like the others.
drop table registros_rechazados;
delete from sesiones where uid is null;
alter table sesiones alter column uid set not null;
