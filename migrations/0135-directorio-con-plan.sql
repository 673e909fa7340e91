-- The directory of people is said anew at each write to a file, and nearly all that cost was planning. Now each statement is
-- planned once a connection. See docs/decisions/0094 and 0095.

-- What the directory says of these people, as before (migration 0065); no `ids is null or`, for which a plan that serves any
-- `ids` reads everybody. Of all: directorio_de(array(select id from personas_todas)).
create or replace function directorio_de(ids uuid[]) returns table (
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
  where p.id = any (ids)
$$;

-- In plpgsql they are planned once a connection; in SQL, at each call. What they do is the same.
create or replace function personas_faltas(curp text, entradas jsonb) returns text[]
language plpgsql immutable parallel safe as $$
begin
  return (with e as (
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
  ], null) from n);
end $$;

create or replace function directorio_palabras(ids uuid[]) returns void language plpgsql as $$
begin
  insert into personas_palabras
  select distinct palabra from personas_todas p
  cross join lateral regexp_split_to_table(plegar(p.nombre_completo), '[^a-zßæðþœ]+') palabra
  where p.id = any (ids) and length(palabra) > 2 and p.bloqueado_en is null
  on conflict do nothing;
end $$;

create or replace function ediciones_calendario_cambio(ids uuid[]) returns void language plpgsql as $$
begin
  insert into ediciones_calendario as k (edicion_id)
    select e.id from ediciones e where e.id = any (ids) order by e.id
  on conflict (edicion_id) do update set secuencia = k.secuencia + 1, actualizado_en = now();
end $$;

-- A plan for any `ids` supposes ten of them, seems dearer than one for those of the call, and so would never be kept; and one that
-- was made while the tables were small must not read them whole when they have grown: by indexes only.
do $$
declare funcion text;
begin
  foreach funcion in array array['directorio_refrescar(uuid[])', 'directorio_palabras(uuid[])',
    'directorio_persona_nueva()', 'importacion_tocar(uuid[])', 'ediciones_calendario_cambio(uuid[])'] loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', funcion);
    execute format('alter function %s set enable_seqscan = off', funcion);
    execute format('alter function %s set enable_hashjoin = off', funcion);
    execute format('alter function %s set enable_mergejoin = off', funcion);
  end loop;
end $$;
