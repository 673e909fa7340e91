-- Whether an account was called so before or after something was done goes by the numbers of the history: the clocks of the database and of
-- a server differ by milliseconds, and what was done a moment before a change of name was shown under the new one. See
-- docs/decisions/0028.
-- `tras`: the last number of the history that was given by then; null: it was noted before there was this, and goes by `desde`.
alter table cuentas_nombres add column tras bigint;

create or replace function cuentas_anotar_nombre() returns trigger language plpgsql as $$
begin
  insert into cuentas_nombres (uid, nombre, role, del_expediente, desde, tras)
    select new.uid, new.display_name, new.role, new.persona_id is not null, clock_timestamp(),
      case when s.is_called then s.last_value else 0 end
    from historial_id_seq s;
  return null;
end $$;
