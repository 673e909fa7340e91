-- What limits count of one attempt (an address, an address with an account, an account) goes in one journey to the
-- database. Always in the order in which whoever counts names them, also when it is given back: two attempts that
-- share some of them then wait for each other, and never both.

-- Counts one use of each key until one is beyond its limit: which one that is (from 1) and how many seconds until it
-- is counted anew; nulls when all are within theirs. What comes after it is not counted.
create function limites_usar(
  llaves text[], maximos integer[], segundos integer[], out excedida integer, out espera integer
) language plpgsql as $$
declare
  contada limites;
begin
  for i in 1 .. cardinality(llaves) loop
    insert into limites (llave, cuenta, vence_en)
      values (llaves[i], 1, now() + make_interval(secs => segundos[i]))
    on conflict (llave) do update set
      cuenta = case when limites.vence_en < now() then 1 else limites.cuenta + 1 end,
      vence_en = case when limites.vence_en < now() then excluded.vence_en else limites.vence_en end
    returning * into contada;
    if contada.cuenta > maximos[i] then
      excedida := i;
      espera := ceil(extract(epoch from contada.vence_en - now()));
      return;
    end if;
  end loop;
end $$;

-- Takes back one use of each key, or all of those that `enteras` says.
create function limites_devolver(llaves text[], enteras boolean[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(llaves) loop
    if enteras[i] then
      delete from limites where llave = llaves[i];
    else
      update limites set cuenta = greatest(cuenta - 1, 0) where llave = llaves[i];
    end if;
  end loop;
end $$;
