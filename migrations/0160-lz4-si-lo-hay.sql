-- 0158 passed over whatever its statements met. What it left undone is done here, and only a server made without lz4
-- (feature_not_supported), or older than 14, where a column has no compression to set, is passed over. Nothing is rewritten, and
-- what is compressed so already is not even locked.
do $$
declare
  tabla text;
  columna text;
  es_asi boolean;
begin
  if current_setting('server_version_num')::int < 140000 then
    return;
  end if;
  for tabla, columna in values ('inscripciones', 'evaluacion'), ('acuses', 'datos') loop
    -- By its text: older servers do not know the name attcompression.
    execute 'select attcompression = ''l'' from pg_attribute where attrelid = $1::regclass and attname = $2'
      into strict es_asi using tabla, columna;
    continue when es_asi;
    begin
      execute format('alter table %I alter column %I set compression lz4', tabla, columna);
    exception when feature_not_supported then
      null;
    end;
  end loop;
end $$;
