-- Figures of the enrolments, kept up to date by what writes them. See docs/decisions/0070.

-- Where the person worked when they sent it: the circuit that their órgano hangs from. Null: of none, or nobody knows.
alter table inscripciones add column circuito_id uuid references catalogo_items_todos (id);

-- The circuit in which somebody worked on a day.
create function circuito_de_persona(persona uuid, dia date) returns uuid language sql stable as $$
  select c.id from personas_entradas e
  join catalogo_items_todos a on a.id = (e.datos ->> 'organo')::uuid
  left join catalogo_items_todos b on b.id = a.padre_id
  left join catalogo_items_todos g on g.id = b.padre_id
  cross join lateral (values (a.id, a.catalogo), (b.id, b.catalogo), (g.id, g.catalogo)) c (id, catalogo)
  where e.persona_id = persona and e.apartado = 'empleo' and c.catalogo = 'circuitos'
    and e.datos ->> 'desde' <= dia::text and coalesce(e.datos ->> 'hasta', '9999') >= dia::text
  order by e.datos ->> 'desde' desc, e.id limit 1
$$;

-- The day of an enrolment, in Mexico City: when it was sent.
create function dia_de_inscripcion(i inscripciones) returns date language sql stable as $$
  select (coalesce(i.enviada_en, i.creado_en) at time zone 'America/Mexico_City')::date
$$;

-- Of those that there are, where their people work by what their files say today of that day.
alter table inscripciones disable trigger user;
update inscripciones i set circuito_id = circuito_de_persona(i.persona_id, dia_de_inscripcion(i))
  where i.estado <> 'borrador';
alter table inscripciones enable trigger user;
create index inscripciones_circuito on inscripciones (circuito_id) where circuito_id is not null;

create function inscripcion_con_circuito() returns trigger language plpgsql as $$
begin
  new.circuito_id := circuito_de_persona(new.persona_id, dia_de_inscripcion(new));
  return new;
end $$;
create trigger con_circuito_nueva before insert on inscripciones
  for each row when (new.estado <> 'borrador' and new.circuito_id is null)
  execute function inscripcion_con_circuito();
create trigger con_circuito_enviada before update of estado on inscripciones
  for each row when (old.estado = 'borrador' and new.estado <> 'borrador' and new.circuito_id is null)
  execute function inscripcion_con_circuito();

-- What changed and is not in the figures yet: a row is added by whoever writes an enrolment, and nobody waits for
-- anybody. No index: all of it is read and taken away at once. `n` 0: the edition is given under another version.
create table indicadores_cambios (
  edicion_id uuid not null,
  dia date,
  circuito_id uuid,
  en_estado text,
  n smallint not null
);

-- An ámbito is what figures are of: an edition, a kind of activity, an area, a kind of an area, or all
-- (`ambitos_de`). Each has its own, so that whatever is asked for is read in one place.
create table indicadores_dias (
  ambito_id uuid not null,
  dia date not null,
  en_estado text not null,
  n integer not null,
  primary key (ambito_id, dia, en_estado)
);
create table indicadores_meses (
  ambito_id uuid not null,
  -- The first day of the month.
  mes date not null,
  -- All zeros: of none.
  circuito_id uuid not null,
  en_estado text not null,
  n integer not null,
  primary key (ambito_id, mes, circuito_id, en_estado)
);
-- Under which kind and area each edition has been counted.
create table indicadores_ediciones (
  edicion_id uuid primary key,
  tipo_id uuid not null,
  area_id uuid not null
);
-- When the figures were compared with the enrolments, and what was different: [{tabla, ambito, …, dice, son}].
create table indicadores_revisiones (
  id bigint generated always as identity primary key,
  revisado_en timestamptz not null,
  inscripciones integer not null,
  diferencias integer not null,
  ejemplos jsonb not null
);

create function ambito_de_tipo_y_area(tipo uuid, area uuid) returns uuid language sql immutable parallel safe as $$
  select md5(tipo::text || area::text)::uuid
$$;
-- What an edition counts in besides itself.
create function ambitos_de(tipo uuid, area uuid) returns uuid[] language sql immutable parallel safe as $$
  select array['00000000-0000-0000-0000-000000000000', tipo, area, md5(tipo::text || area::text)::uuid]
$$;

create function indicadores_anotar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.estado <> 'borrador' then
    insert into indicadores_cambios values (old.edicion_id, dia_de_inscripcion(old), old.circuito_id, old.estado, -1);
  end if;
  if tg_op <> 'DELETE' and new.estado <> 'borrador' then
    insert into indicadores_cambios values (new.edicion_id, dia_de_inscripcion(new), new.circuito_id, new.estado, 1);
  end if;
  return null;
end $$;
create trigger indicadores_nueva after insert on inscripciones
  for each row when (new.estado <> 'borrador') execute function indicadores_anotar();
create trigger indicadores_otra after update of estado, edicion_id, circuito_id, enviada_en, creado_en on inscripciones
  for each row when ((old.estado <> 'borrador' or new.estado <> 'borrador')
    and (old.estado, old.edicion_id, old.circuito_id, old.enviada_en, old.creado_en)
      is distinct from (new.estado, new.edicion_id, new.circuito_id, new.enviada_en, new.creado_en))
  execute function indicadores_anotar();
create trigger indicadores_ida after delete on inscripciones
  for each row when (old.estado <> 'borrador') execute function indicadores_anotar();

-- An edition that is given under another version may be of another kind or area.
create function indicadores_otra_version() returns trigger language plpgsql as $$
begin
  insert into indicadores_cambios (edicion_id, n) values (new.id, 0);
  return null;
end $$;
create trigger indicadores_otra_version after update of curso_version_id on ediciones
  for each row when (old.curso_version_id <> new.curso_version_id) execute function indicadores_otra_version();

-- One at a time: whoever folds or makes the figures again.
create function indicadores_solo() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('indicadores'))
$$;

-- Takes what changed into the figures. Gives how many changes.
create function indicadores_plegar() returns integer language plpgsql as $$
declare tomados integer;
begin
  perform indicadores_solo();
  with idos as (
    delete from indicadores_cambios returning *
  ), grupos as (
    select e.id as edicion_id, v.tipo_id, v.area_id, k.tipo_id as de_tipo, k.area_id as de_area
    from (select distinct edicion_id from idos) i join ediciones e on e.id = i.edicion_id
    join curso_versiones v on v.id = e.curso_version_id
    left join indicadores_ediciones k on k.edicion_id = e.id
  ), movidas as (
    select * from grupos where (tipo_id, area_id) <> (de_tipo, de_area)
  ), signos as (
    select m.edicion_id, a.ambito_id, s.signo from movidas m
    cross join lateral (values (ambitos_de(m.de_tipo, m.de_area), -1), (ambitos_de(m.tipo_id, m.area_id), 1)) s (ids, signo)
    cross join lateral unnest(s.ids) a (ambito_id)
  ), celdas as (
    select i.edicion_id, i.dia, coalesce(i.circuito_id, '00000000-0000-0000-0000-000000000000') as circuito_id, i.en_estado,
      sum(i.n) as n
    from idos i where i.n <> 0 group by 1, 2, 3, 4 having sum(i.n) <> 0
  ), suyas as (
    select a.ambito_id, c.dia, c.circuito_id, c.en_estado, c.n from celdas c join grupos g using (edicion_id)
    cross join lateral unnest(c.edicion_id || ambitos_de(g.tipo_id, g.area_id)) a (ambito_id)
  ), ediciones_contadas as (
    insert into indicadores_ediciones as k (edicion_id, tipo_id, area_id)
    select edicion_id, tipo_id, area_id from grupos
    on conflict (edicion_id) do update set tipo_id = excluded.tipo_id, area_id = excluded.area_id
      where (k.tipo_id, k.area_id) <> (excluded.tipo_id, excluded.area_id)
  ), dias as (
    insert into indicadores_dias as d (ambito_id, dia, en_estado, n)
    select ambito_id, dia, en_estado, sum(n) from (
      select ambito_id, dia, en_estado, n from suyas
      union all select s.ambito_id, d.dia, d.en_estado, s.signo * d.n
        from signos s join indicadores_dias d on d.ambito_id = s.edicion_id
    ) t group by 1, 2, 3 having sum(n) <> 0
    on conflict (ambito_id, dia, en_estado) do update set n = d.n + excluded.n
  ), meses as (
    insert into indicadores_meses as m (ambito_id, mes, circuito_id, en_estado, n)
    select ambito_id, mes, circuito_id, en_estado, sum(n) from (
      select ambito_id, date_trunc('month', dia)::date as mes, circuito_id, en_estado, n from suyas
      union all select s.ambito_id, m.mes, m.circuito_id, m.en_estado, s.signo * m.n
        from signos s join indicadores_meses m on m.ambito_id = s.edicion_id
    ) t group by 1, 2, 3, 4 having sum(n) <> 0
    on conflict (ambito_id, mes, circuito_id, en_estado) do update set n = m.n + excluded.n
  )
  select count(*) into tomados from idos;
  return tomados;
end $$;

-- Makes all figures again from the enrolments, while people write: what they add meanwhile stays among the changes.
create function indicadores_rehacer() returns void language plpgsql as $$
begin
  perform indicadores_solo();
  delete from indicadores_dias;
  delete from indicadores_meses;
  delete from indicadores_ediciones;
  -- In one statement: the enrolments and the changes of the same moment.
  with celdas as materialized (
    select edicion_id, dia, circuito_id, en_estado, sum(n) as n from (
      select i.edicion_id, dia_de_inscripcion(i) as dia, i.circuito_id, i.estado as en_estado, 1 as n
        from inscripciones i where i.estado <> 'borrador'
      union all select edicion_id, dia, circuito_id, en_estado, -n from indicadores_cambios where n <> 0
    ) t group by 1, 2, 3, 4 having sum(n) <> 0
  ), ediciones_contadas as (
    insert into indicadores_ediciones (edicion_id, tipo_id, area_id)
    select e.id, v.tipo_id, v.area_id from ediciones e join curso_versiones v on v.id = e.curso_version_id
    where e.id in (select edicion_id from celdas)
  ), dias as (
    insert into indicadores_dias (ambito_id, dia, en_estado, n)
    select edicion_id, dia, en_estado, sum(n) from celdas group by 1, 2, 3 having sum(n) <> 0
  )
  insert into indicadores_meses (ambito_id, mes, circuito_id, en_estado, n)
  select edicion_id, date_trunc('month', dia)::date, coalesce(circuito_id, '00000000-0000-0000-0000-000000000000'), en_estado,
    sum(n) from celdas group by 1, 2, 3, 4 having sum(n) <> 0;
  insert into indicadores_dias (ambito_id, dia, en_estado, n)
  select a.ambito_id, d.dia, d.en_estado, sum(d.n) from indicadores_dias d
  join indicadores_ediciones k on k.edicion_id = d.ambito_id
  cross join lateral unnest(ambitos_de(k.tipo_id, k.area_id)) a (ambito_id) group by 1, 2, 3;
  insert into indicadores_meses (ambito_id, mes, circuito_id, en_estado, n)
  select a.ambito_id, m.mes, m.circuito_id, m.en_estado, sum(m.n) from indicadores_meses m
  join indicadores_ediciones k on k.edicion_id = m.ambito_id
  cross join lateral unnest(ambitos_de(k.tipo_id, k.area_id)) a (ambito_id) group by 1, 2, 3, 4;
end $$;

-- What of the figures is not as the enrolments say: `esperado` by them, `dice` what is kept. Every statement sees one
-- moment of everything, and folding is one act: whatever people write meanwhile, nothing is found that is right.
create function indicadores_diferencias() returns table (
  tabla text, ambito_id uuid, dia date, circuito_id uuid, en_estado text, esperado bigint, dice bigint
) language sql stable as $$
  with base as materialized (
    select edicion_id, dia, circuito_id, en_estado, sum(n) as n from (
      select i.edicion_id, dia_de_inscripcion(i) as dia, i.circuito_id, i.estado as en_estado, 1 as n
        from inscripciones i where i.estado <> 'borrador'
      union all select edicion_id, dia, circuito_id, en_estado, -n from indicadores_cambios where n <> 0
    ) t group by 1, 2, 3, 4
  ), grupos as materialized (
    select b.edicion_id, coalesce(k.tipo_id, v.tipo_id) as tipo_id, coalesce(k.area_id, v.area_id) as area_id
    from (select distinct edicion_id from base) b join ediciones e on e.id = b.edicion_id
    join curso_versiones v on v.id = e.curso_version_id
    left join indicadores_ediciones k on k.edicion_id = e.id
  ), ambitos as materialized (
    select edicion_id, edicion_id as ambito_id from grupos
    union all select g.edicion_id, a.ambito_id from grupos g
    cross join lateral unnest(ambitos_de(g.tipo_id, g.area_id)) a (ambito_id)
  ), dias as (
    select a.ambito_id, b.dia, b.en_estado, sum(b.n) as n
    from (select edicion_id, dia, en_estado, sum(n) as n from base group by 1, 2, 3) b
    join ambitos a using (edicion_id) group by 1, 2, 3
  ), meses as (
    select a.ambito_id, b.mes, b.circuito_id, b.en_estado, sum(b.n) as n
    from (select edicion_id, date_trunc('month', dia)::date as mes,
        coalesce(circuito_id, '00000000-0000-0000-0000-000000000000') as circuito_id, en_estado, sum(n) as n
      from base group by 1, 2, 3, 4) b
    join ambitos a using (edicion_id) group by 1, 2, 3, 4
  )
  select 'indicadores_dias', ambito_id, dia, null, en_estado, coalesce(x.n, 0)::bigint, coalesce(d.n, 0)::bigint
    from dias x full join indicadores_dias d using (ambito_id, dia, en_estado)
    where coalesce(x.n, 0) <> coalesce(d.n, 0)
  union all
  select 'indicadores_meses', ambito_id, mes, circuito_id, en_estado, coalesce(x.n, 0)::bigint, coalesce(m.n, 0)::bigint
    from meses x full join indicadores_meses m using (ambito_id, mes, circuito_id, en_estado)
    where coalesce(x.n, 0) <> coalesce(m.n, 0)
  union all
  -- Counted under another kind or area than it is given under, and nobody said so.
  select 'indicadores_ediciones', k.edicion_id, null, null, null, 0, 1
    from indicadores_ediciones k left join ediciones e on e.id = k.edicion_id
    left join curso_versiones v on v.id = e.curso_version_id
    where (k.tipo_id, k.area_id) is distinct from (v.tipo_id, v.area_id)
      and not exists (select from indicadores_cambios c where c.edicion_id = k.edicion_id)
$$;

select indicadores_rehacer();
