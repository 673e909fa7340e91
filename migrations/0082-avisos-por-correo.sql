-- The kinds of mail that an account does not want: it finds them in the portal only (docs/decisions/0064). A row is a kind
-- that was switched off; those that nobody may switch off have none, whatever is written here by hand.
create table correos_apagados (
  uid text not null references cuentas (uid) on delete cascade,
  clase text not null,
  desde timestamptz not null,
  primary key (uid, clase)
);
