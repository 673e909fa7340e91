-- Addresses, other than the account's own, to which a person asked to receive notices. None gets one
-- before its reader, signed in with that account, has opened the link that was sent there.
create table correos_contacto (
  uid text not null references cuentas (uid) on delete cascade,
  email text not null check (email = lower(email)),
  -- Of the mail that asks to confirm it: its code's hash, and until when it serves.
  hash text unique,
  vence timestamptz,
  pedido_en timestamptz not null default now(),
  confirmado_en timestamptz,
  primary key (uid, email),
  check ((hash is null) = (vence is null)),
  check (hash is not null or confirmado_en is not null)
);
