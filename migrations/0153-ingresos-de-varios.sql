-- Those who enter at one time are written by one call: its statements begin once, and so do the link to a chain of the history
-- and the commit. See docs/decisions/0103.

-- A link of the history and a session that begins, with what is given back of the limits: the keys, and whether all of each.
create type sesion_que_abre as (
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb, motivo text,
  peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint, vista_cadena smallint, vista_eslabon bigint,
  vista_hash bytea, firma bytea,
  id uuid, uid text, email text, refresh_hash text, segundos integer, ip text, user_agent text, ingreso timestamptz,
  llaves text[], enteras boolean[]
);

-- One order of locks, as in `sesion_abrir`: accounts (of which none is waited for: PE005 when somebody else holds one, and then each
-- enters alone), history, limits in the order in which they are counted, those of one kind by their keys. Gives the head of the
-- chain before their links.
create function sesiones_abrir(entradas json) returns historial_cadenas language plpgsql as $$
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
  todas sesion_que_abre[];
  cuantas integer;
  hechas integer;
  devuelta record;
begin
  select array_agg(f), count(distinct f.uid) into todas, cuantas
  from json_populate_recordset(null::sesion_que_abre, entradas) f;
  update cuentas c set ultimo_ingreso_en = l.ingreso
  from (
    select k.uid, f.ingreso from cuentas k join (select f.uid, max(f.ingreso) as ingreso from unnest(todas) f group by f.uid) f on f.uid = k.uid
    for no key update of k skip locked
  ) l where c.uid = l.uid;
  get diagnostics hechas = row_count;
  if hechas < cuantas then
    raise exception 'somebody else holds an account' using errcode = 'PE005';
  end if;
  insert into sesiones (id, uid, registro, email, refresh_hash, vence_en, ip, user_agent)
    select f.id, f.uid, false, f.email, f.refresh_hash, now() + make_interval(secs => f.segundos), f.ip, f.user_agent
    from unnest(todas) f;

  select * into cabeza from historial_cadenas h where h.cadena = c for update;
  with dadas as materialized (
    select f.*, nextval('historial_id_seq') as nuevo from unnest(todas) with ordinality f
  ), nuevas as (
    insert into historial (id, momento, actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo,
      peticion_id, origen, cadena, eslabon, hash, firma, emisor, numero, vista_cadena, vista_eslabon, vista_hash)
    overriding system value
    select d.nuevo, d.momento, d.actor_uid, d.accion, d.entidad, d.entidad_id, d.persona_id, d.antes, d.despues, d.motivo,
      d.peticion_id, d.origen, c, cabeza.eslabones + d.ordinality,
      historial_encadenar(cabeza.hash, d.firma, d.nuevo, c, cabeza.eslabones + d.ordinality) over (order by d.ordinality),
      d.firma, d.emisor, d.numero, d.vista_cadena, d.vista_eslabon, d.vista_hash
    from dadas d order by d.ordinality
    returning eslabon, hash
  )
  update historial_cadenas h set eslabones = u.eslabon, hash = u.hash
  from (select n.eslabon, n.hash from nuevas n order by n.eslabon desc limit 1) u where h.cadena = c;

  for devuelta in
    select d.llave, bool_or(d.entera) as entera, count(*)::integer as veces
    from unnest(todas) f cross join unnest(f.llaves, f.enteras) with ordinality d (llave, entera, orden)
    group by d.llave order by min(d.orden), d.llave
  loop
    if devuelta.entera then
      delete from limites l where l.llave = devuelta.llave;
    else
      update limites l set cuenta = greatest(l.cuenta - devuelta.veces, 0) where l.llave = devuelta.llave;
    end if;
  end loop;
  return cabeza;
end $$;

-- Its plan is one for any number of them, and was perhaps made while the tables were small (0095).
do $$
declare
  parametro text;
begin
  foreach parametro in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
    'enable_mergejoin = off'] loop
    execute 'alter function sesiones_abrir(json) set ' || parametro;
  end loop;
end $$;

-- One alone, as `sesion_abrir` does it, whose account is not waited for either.
create function sesion_abrir_si_libre(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, firma bytea,
  id uuid, uid text, email text, refresh_hash text, segundos integer, ip text, user_agent text, ingreso timestamptz,
  llaves text[], enteras boolean[]
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
begin
  perform from cuentas c where c.uid = uid for no key update skip locked;
  if not found then
    raise exception 'somebody else holds the account' using errcode = 'PE005';
  end if;
  return sesion_abrir(actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo, peticion_id, origen, momento,
    emisor, numero, vista_cadena, vista_eslabon, vista_hash, firma, id, uid, email, refresh_hash, segundos, ip, user_agent, ingreso,
    llaves, enteras);
end $$;

-- What several attempts count at one moment, as `limites_usar` does it for one after the other: of each (`intentos`, numbered in
-- their order) its keys by level, from 1. A level is counted for all before the next, its keys in their order, so that whoever
-- counts others in the same order never waits for who waits for them; who is beyond a limit is not counted further. Gives those
-- who are: at which level, and how many seconds until it is counted anew.
create function limites_usar_varios(intentos integer[], niveles integer[], llaves text[], maximos integer[], segundos integer[])
returns table (intento integer, excedida integer, espera integer) language plpgsql rows 5 as $$
#variable_conflict use_column
declare
  fuera integer[] := '{}';
  actual integer := 1;
begin
  while actual = any(niveles) loop
    for intento, espera in
      with usos as materialized (
        select u.intento, u.llave, u.maximo, u.segundos,
          row_number() over (partition by u.llave order by u.intento) as puesto, (count(*) over (partition by u.llave))::integer as veces
        from unnest(intentos, niveles, llaves, maximos, segundos) u (intento, nivel, llave, maximo, segundos)
        where u.nivel = actual and u.intento <> all(fuera)
      ), contadas as (
        insert into limites as l (llave, cuenta, vence_en)
        select u.llave, u.veces, now() + make_interval(secs => u.segundos) from usos u where u.puesto = 1 order by u.llave
        on conflict (llave) do update set
          cuenta = case when l.vence_en < now() then excluded.cuenta else l.cuenta + excluded.cuenta end,
          vence_en = case when l.vence_en < now() then excluded.vence_en else l.vence_en end
        returning l.llave, l.cuenta, l.vence_en
      )
      select u.intento, ceil(extract(epoch from k.vence_en - now()))::integer
      from usos u join contadas k on k.llave = u.llave
      where k.cuenta - u.veces + u.puesto > u.maximo
    loop
      fuera := fuera || intento;
      excedida := actual;
      return next;
    end loop;
    actual := actual + 1;
  end loop;
end $$;

-- While a trigger ran before the update of an account, whatever column it was of, its generated column was made again (folding its
-- name and address) each time somebody entered. What it refuses is refused as well behind it.
drop trigger no_bloqueada on cuentas;
create trigger no_bloqueada after insert or update of persona_id on cuentas
  for each row when (new.persona_id is not null) execute function cuenta_no_bloqueada();

-- A session is looked for by its id, which its token names; never by the hash of the one before.
drop index sesiones_prev;
