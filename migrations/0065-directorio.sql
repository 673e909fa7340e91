-- The directory of people: one narrow row a person, with all that the list looks for and filters by, kept by the
-- database whoever writes. See docs/decisions/0055.
create table personas_directorio (
  persona_id uuid primary key references personas_todas (id) on delete cascade,
  -- Name and key, folded, by which the list is in order. No two are the same: the key is part of it.
  busqueda text collate "C" not null,
  -- What else somebody is known by, folded, each after a blank: número de expediente, telephones (digits; of Mexico
  -- the last ten), addresses, keys of before.
  claves text collate "C" not null,
  -- What filters ask: whether there is a CURP, an account, something to review; what the file lacks (`falta-…`),
  -- states of its documents (`doc-…`), and where the person works now (`r` and the end of the id of each item of the
  -- catalogs that says so, and of what it hangs from).
  facetas text[] collate "C" not null,
  -- Of an import that is still being written.
  importacion uuid
);

-- Words of names, each once: what may have been meant by one that is mistyped. One that nobody has any more stays.
create table personas_palabras (palabra text collate "C" primary key);

-- What a file lacks, as `faltasDe` of personas/completitud/rules.ts says (a test compares them).
create function personas_faltas(curp text, entradas jsonb) returns text[] language sql immutable parallel safe as $$
  with e as (
    select x ->> 'apartado' as apartado, x -> 'datos' as datos from jsonb_array_elements(entradas) x
  ), n as (
    select count(*) filter (where apartado = 'telefono') as telefono,
      count(*) filter (where apartado = 'emergencia') as emergencia,
      count(*) filter (where apartado = 'domicilio') as domicilio,
      count(*) filter (where apartado = 'nacionalidad') as nacionalidad,
      count(*) filter (where apartado = 'servicio') as servicio,
      count(*) filter (where apartado = 'empleo' and datos ->> 'hasta' is null) as actuales,
      count(*) filter (where apartado = 'estudio' and datos ->> 'estado' in ('concluido', 'titulado')) as concluidos,
      count(*) filter (where apartado = 'estudio' and datos ->> 'estado' = 'titulado') as titulados,
      count(*) filter (where apartado = 'estudio' and datos ->> 'estado' = 'titulado'
        and datos ->> 'cedula' is not null) as cedulas
    from e
  )
  select array_remove(array[
    case when curp is null then 'curp' end,
    case when telefono = 0 then 'telefono' end,
    case when emergencia = 0 then 'emergencia' end,
    case when domicilio = 0 then 'domicilio' end,
    case when nacionalidad = 0 then 'nacionalidad' end,
    case when servicio = 0 then 'servicio' end,
    case when actuales = 0 then 'empleo' end,
    case when actuales > 1 then 'empleo.hasta' end,
    case when concluidos = 0 then 'estudio' end,
    case when titulados > 0 and cedulas = 0 then 'estudio.cedula' end
  ], null) from n
$$;

-- How an item of a catalog is called among the facets: `facetaDe` of expedientes/rules.ts.
create function directorio_faceta(item uuid) returns text language sql immutable parallel safe as
  $$ select 'r' || right(item::text, 12) $$;

-- What the directory says of these people, of all when null.
create function directorio_de(ids uuid[]) returns table (
  persona_id uuid, busqueda text, claves text, facetas text[], importacion uuid
) language sql stable as $$
  select p.id, p.busqueda,
    coalesce((select string_agg(' ' || plegar(dato), '' order by dato) from (
      select e.datos ->> 'expediente' as dato from personas_entradas e
        where e.persona_id = p.id and e.apartado = 'servicio'
      union select ltrim(regexp_replace(e.datos ->> 'numero', '^\+52(?=\d{10}$)', ''), '+')
        from personas_entradas e where e.persona_id = p.id and e.apartado = 'telefono'
      union select p.correo_conocido
      union select c.email
      union select k.clave from claves_anteriores k where k.persona_id = p.id
      union select o.email from correos_contacto o where o.uid = c.uid and o.confirmado_en is not null
    ) d), ''),
    array(
      select case when p.curp is null then 'sin-curp' else 'con-curp' end
      union select 'curp-declarada' where p.curp_declarada is not null
      union select 'por-revisar' where cardinality(p.discrepancias) > 0 and p.discrepancias_revisadas_en is null
      union select case when c.uid is null then 'sin-cuenta' else 'con-cuenta' end
      union select case when cardinality(f.faltas) = 0 then 'completo' else 'incompleto' end
      union select 'falta-' || falta from unnest(f.faltas) falta
      union select coalesce('doc-' || d.estado, 'doc-ninguno') from (select 1) uno left join (
        -- A version that was sent later takes the place of those before it, but for the one that still is in force.
        select v.estado from documentos v where v.persona_id = p.id and v.estado <> 'sustituido'
          and (v.estado = 'validado' or not exists (select from documentos w where w.persona_id = v.persona_id
            and w.tipo_id = v.tipo_id and w.version > v.version and w.estado <> 'sustituido'))
      ) d on true
      union select directorio_faceta(r.id) from personas_entradas e
        cross join lateral (values (e.datos ->> 'organo'), (e.datos ->> 'institucion'), (e.datos ->> 'categoria')) i (id)
        join catalogo_items_todos a on a.id = i.id::uuid
        left join catalogo_items_todos b on b.id = a.padre_id
        left join catalogo_items_todos g on g.id = b.padre_id
        cross join lateral (values (a.id), (b.id), (g.id)) r (id)
        where e.persona_id = p.id and e.apartado = 'empleo' and e.datos ->> 'hasta' is null and r.id is not null
      order by 1
    ),
    p.importacion
  from personas_todas p
  left join cuentas c on c.persona_id = p.id
  cross join lateral (select personas_faltas(p.curp, coalesce((
    select jsonb_agg(jsonb_build_object('apartado', e.apartado, 'datos', e.datos))
    from personas_entradas e where e.persona_id = p.id), '[]')) as faltas) f
  where ids is null or p.id = any (ids)
$$;

create function directorio_palabras(ids uuid[]) returns void language sql as $$
  insert into personas_palabras
  select distinct palabra from personas_todas p
  cross join lateral regexp_split_to_table(plegar(p.nombre_completo), '[^a-zßæðþœ]+') palabra
  where p.id = any (ids) and length(palabra) > 2
  on conflict do nothing
$$;

-- Says anew what the directory says of these people. Their rows are held first: of two who change different things of
-- one person, the second waits, and then sees what both did.
create function directorio_refrescar(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform from personas_directorio where persona_id = any (ids) order by persona_id for update;
  update personas_directorio d set busqueda = n.busqueda, claves = n.claves, facetas = n.facetas,
    importacion = n.importacion
  from directorio_de(ids) n where n.persona_id = d.persona_id
    and (d.busqueda, d.claves, d.facetas, d.importacion)
      is distinct from (n.busqueda, n.claves, n.facetas, n.importacion);
end $$;

create function directorio_persona_nueva() returns trigger language plpgsql as $$
declare ids uuid[] := array(select id from nuevas);
begin
  insert into personas_directorio select * from directorio_de(ids);
  perform directorio_palabras(ids);
  return null;
end $$;

create function directorio_persona_otra() returns trigger language plpgsql as $$
declare ids uuid[] := array(select id from nuevas);
begin
  perform directorio_refrescar(ids);
  perform directorio_palabras(ids);
  return null;
end $$;

-- Of a table whose rows are somebody's: theirs, before and after.
create function directorio_de_quien() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform directorio_refrescar(array(select distinct persona_id from nuevas));
  elsif tg_op = 'DELETE' then
    perform directorio_refrescar(array(select distinct persona_id from viejas));
  else
    perform directorio_refrescar(array(select persona_id from nuevas union select persona_id from viejas));
  end if;
  return null;
end $$;

create function directorio_cuenta() returns trigger language plpgsql as $$
begin
  perform directorio_refrescar(array_remove(array[
    case when tg_op <> 'INSERT' then old.persona_id end,
    case when tg_op <> 'DELETE' then new.persona_id end], null));
  return null;
end $$;

create function directorio_correo() returns trigger language plpgsql as $$
begin
  perform directorio_refrescar(array(select persona_id from cuentas where persona_id is not null
    and uid = case when tg_op = 'DELETE' then old.uid else new.uid end));
  return null;
end $$;

-- An órgano that hangs from another circuit takes its people along.
create function directorio_padre() returns trigger language plpgsql as $$
begin
  perform directorio_refrescar(array(
    select distinct e.persona_id from personas_entradas e join personas_entradas_items i on i.entrada_id = e.id
    join catalogo_items_todos a on a.id = i.item_id left join catalogo_items_todos b on b.id = a.padre_id
    where e.apartado = 'empleo' and new.id in (a.id, b.id)));
  return null;
end $$;

insert into personas_directorio select * from directorio_de(null);
select directorio_palabras(array(select id from personas_todas));

-- Text and facets in one index: what a search and filters have in common is found in it.
create index personas_directorio_busca on personas_directorio
  using gin (busqueda gin_trgm_ops, claves gin_trgm_ops, facetas) with (gin_pending_list_limit = 64);
-- The list in its order, with what filters ask, so that the rows themselves are not read.
create index personas_directorio_orden on personas_directorio (busqueda) include (persona_id, facetas, importacion);
create index personas_palabras_parecidas on personas_palabras using gin (palabra gin_trgm_ops);
drop index personas_orden;

create trigger directorio_nuevas after insert on personas_todas referencing new table as nuevas
  for each statement execute function directorio_persona_nueva();
create trigger directorio_otras after update on personas_todas referencing new table as nuevas
  for each statement execute function directorio_persona_otra();
create trigger directorio_entradas_nuevas after insert on personas_entradas referencing new table as nuevas
  for each statement execute function directorio_de_quien();
create trigger directorio_entradas_otras after update on personas_entradas
  referencing old table as viejas new table as nuevas for each statement execute function directorio_de_quien();
create trigger directorio_entradas_idas after delete on personas_entradas referencing old table as viejas
  for each statement execute function directorio_de_quien();
create trigger directorio_documentos_nuevos after insert on documentos referencing new table as nuevas
  for each statement execute function directorio_de_quien();
create trigger directorio_documentos_otros after update on documentos
  referencing old table as viejas new table as nuevas for each statement execute function directorio_de_quien();
create trigger directorio_documentos_idos after delete on documentos referencing old table as viejas
  for each statement execute function directorio_de_quien();
create trigger directorio_claves_nuevas after insert on claves_anteriores referencing new table as nuevas
  for each statement execute function directorio_de_quien();
create trigger directorio_claves_otras after update on claves_anteriores
  referencing old table as viejas new table as nuevas for each statement execute function directorio_de_quien();
create trigger directorio_cuentas after insert or delete or update of persona_id, email on cuentas
  for each row execute function directorio_cuenta();
create trigger directorio_correos after insert or delete or update of email, confirmado_en on correos_contacto
  for each row execute function directorio_correo();
create trigger directorio_padres after update of padre_id on catalogo_items_todos
  for each row when (old.padre_id is distinct from new.padre_id) execute function directorio_padre();
