-- The circuit of a person on a day, step by step: one row of an index for whoever has no employment, and each step up the catalog
-- by its key, where five tables joined cost more to begin than to read. The same answer as 0121's.
create or replace function circuito_de_persona(persona uuid, dia date) returns uuid language plpgsql stable as $$
declare
  organo uuid;
  paso uuid;
  aqui record;
begin
  for organo in
    select (e.datos ->> 'organo')::uuid from personas_entradas e
    where e.persona_id = persona and e.apartado = 'empleo'
      and e.datos ->> 'desde' <= dia::text and coalesce(e.datos ->> 'hasta', '9999') >= dia::text
    order by e.datos ->> 'desde' desc, e.id
  loop
    paso := organo;
    -- The organ, what it is part of, and what that is part of.
    for altura in 1..3 loop
      exit when paso is null;
      select i.catalogo, i.padre_id into aqui from catalogo_items_todos i where i.id = paso;
      exit when not found;
      if aqui.catalogo = 'circuitos' then
        return paso;
      end if;
      paso := aqui.padre_id;
    end loop;
  end loop;
  return null;
end $$;
