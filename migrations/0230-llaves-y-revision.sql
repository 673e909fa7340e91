-- A changed password ends every secret that opens the account's data without it: sessions already end, the calendar's address too.
create function calendario_termina_con_la_contrasena() returns trigger language plpgsql as $$
begin
  delete from calendario_suscripciones where uid = new.uid;
  return null;
end $$;
create trigger cuentas_contrasena_calendario
  after update of password_hash on cuentas
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function calendario_termina_con_la_contrasena();

-- Files that the antivirus could say nothing of go behind those that were never tried.
alter table objetos_por_revisar add column intentado_en timestamptz;
drop index objetos_por_revisar_esperan;
create index objetos_por_revisar_esperan
  on objetos_por_revisar (intentado_en nulls first, creado_en) where firma is null;
