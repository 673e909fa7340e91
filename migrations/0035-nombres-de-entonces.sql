-- How each account was called, and with which role, since when: what somebody did is shown under the name that
-- they had then (docs/decisions/0028). The history goes on naming accounts by reference.
create table cuentas_nombres (
  id bigint generated always as identity primary key,
  uid text not null references cuentas (uid) on delete cascade,
  nombre text,
  role text,
  -- The name was that of the account's own file; otherwise whoever had the account chose it.
  del_expediente boolean not null,
  desde timestamptz not null
);
create index cuentas_nombres_uid on cuentas_nombres (uid, desde, id);

insert into cuentas_nombres (uid, nombre, role, del_expediente, desde)
  select c.uid, c.display_name, c.role,
    exists (select 1 from personas p where p.id = c.persona_id and p.nombre_completo = c.display_name),
    '-infinity'
  from cuentas c;

create function cuentas_anotar_nombre() returns trigger language plpgsql as $$
begin
  -- The history's clock: what follows in the same transaction is under the new name.
  insert into cuentas_nombres (uid, nombre, role, del_expediente, desde)
    values (new.uid, new.display_name, new.role, new.persona_id is not null, clock_timestamp());
  return null;
end $$;
create trigger cuentas_nombre_nuevo after insert on cuentas
  for each row execute function cuentas_anotar_nombre();
create trigger cuentas_nombre_otro after update on cuentas
  for each row when (old.display_name is distinct from new.display_name
    or old.role is distinct from new.role
    or (old.persona_id is null) <> (new.persona_id is null))
  execute function cuentas_anotar_nombre();
