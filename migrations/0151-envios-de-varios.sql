-- What is sent at one time by several people is written by one call: its statements begin once, and so do the link to a chain
-- of the history and the commit. One alone is written by the same function. See docs/decisions/0102.

-- Whether somebody without an offer waits in an edition for a seat of everybody (`cupo` null), or of a quota: whoever comes now goes
-- behind them, whatever seat has just been left. Who waits for a group that is full is in nobody's way. The first of them is
-- looked for: for any of them the planner reads all, as it takes every quota to have about as many waiting.
create function fila_delante(edicion uuid, grupo uuid, cupo text) returns boolean language plpgsql stable as $$
begin
  if cupo is null then
    return exists (
      select from (select g.id from edicion_grupos g where g.edicion_id = edicion and (g.id = grupo or g.ocupados < g.cupo)
          union all select '00000000-0000-0000-0000-000000000000'::uuid) q
      cross join lateral (select from inscripciones w
        where w.edicion_id = edicion and coalesce(w.grupo_id, '00000000-0000-0000-0000-000000000000') = q.id
          and w.estado = 'enListaDeEspera' and w.lugar_vence_en is null
        order by w.enviada_en limit 1) uno);
  end if;
  return exists (
    select from (select g.id from edicion_grupos g where g.edicion_id = edicion and (g.id = grupo or g.ocupados < g.cupo)
        union all select '00000000-0000-0000-0000-000000000000'::uuid) q
    cross join lateral (select from edicion_filas_cupos c
      where c.edicion_id = edicion and c.grupo_id = q.id and c.clave = cupo
      order by c.enviada_en limit 1) uno);
end $$;

-- The quotas of an edition as they are asked for, in the order in which they are tried, with how many seats of each are taken.
-- `pedidos`: rows of `CupoPedido`.
create function lugares_pedidos(edicion uuid, pedidos jsonb)
returns table (clave text, propio boolean, reservado boolean, libres integer, orden bigint) language sql stable as $$
  select d.pedido ->> 'clave', (d.pedido ->> 'propio')::boolean, (d.pedido ->> 'reservado')::boolean,
    greatest((d.pedido ->> 'lugares')::integer - coalesce(k.ocupados, 0), 0), d.orden
  from jsonb_array_elements(pedidos) with ordinality d (pedido, orden)
  left join edicion_cupos k on k.edicion_id = edicion and k.clave = d.pedido ->> 'clave'
$$;

-- Whether there is a seat for whoever asks (`hay`), and of which quota (`clave`; null: of everybody). `tras_la_fila`: whoever waits
-- without an offer goes before them.
create function lugar_disponible(edicion uuid, grupo uuid, pedidos jsonb, tras_la_fila boolean, out hay boolean, out clave text)
language plpgsql stable as $$
declare
  de_todos integer;
  suyo text;
begin
  hay := false;
  select e.cupo - e.ocupados into de_todos from ediciones e where e.id = edicion and e.cancelada_en is null;
  if de_todos is null or de_todos <= 0 then
    return;
  end if;
  for suyo in
    select p.clave from lugares_pedidos(edicion, pedidos) p where p.propio and p.reservado and p.libres > 0 order by p.orden
  loop
    if not (tras_la_fila and fila_delante(edicion, grupo, suyo)) then
      hay := true;
      clave := suyo;
      return;
    end if;
  end loop;
  hay := de_todos > (select coalesce(sum(p.libres), 0) from lugares_pedidos(edicion, pedidos) p where p.reservado)
    and not (tras_la_fila and fila_delante(edicion, grupo, null));
end $$;

-- Takes a seat for an inscripción that is written, and writes down of which quota it is; false: there is none. The edition is held from
-- here on, so that what is read of its seats is so. Not `for update`, which would wait for whoever has written an
-- inscripción of it and waits for this one. `previsto`: the quota that the inscripción was written with.
create function lugar_tomar(inscripcion uuid, edicion uuid, grupo uuid, pedidos jsonb, tras_la_fila boolean, previsto text default null)
returns boolean language plpgsql as $$
declare
  lugar record;
begin
  perform from ediciones e where e.id = edicion for no key update;
  lugar := lugar_disponible(edicion, grupo, pedidos, tras_la_fila);
  if not lugar.hay then
    return false;
  end if;
  if lugar.clave is not null then
    insert into edicion_cupos as k (edicion_id, clave, ocupados) values (edicion, lugar.clave, 1)
    on conflict (edicion_id, clave) do update set ocupados = k.ocupados + 1;
  end if;
  if lugar.clave is distinct from previsto then
    update inscripciones i set cupo_clave = lugar.clave where i.id = inscripcion;
  end if;
  update ediciones e set ocupados = e.ocupados + 1 where e.id = edicion;
  return true;
end $$;

-- What somebody has sent, and what has become of each: it is another when they send one, or take or lose a seat.
create function enviadas_de(persona uuid) returns text language plpgsql stable as $$
begin
  return (select coalesce(string_agg(i.estado, ',' order by i.id), '') from inscripciones i
    where i.persona_id = persona and i.enviada_en is not null);
end $$;

-- A link of the history and an inscripción that is sent, with all that is written of it.
create type inscripcion_enviada as (
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb, motivo text,
  peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint, vista_cadena smallint, vista_eslabon bigint,
  vista_hash bytea, firma bytea,
  id uuid, persona uuid, cuenta text, edicion uuid, version uuid, grupo uuid, estado text,
  -- The states of the draft from which it may be sent; null: there was none.
  desde text[],
  respuestas jsonb, evaluacion jsonb, enviada timestamptz, ahora timestamptz, puntos integer, cupos text[], llave uuid,
  folio text, clave text, acuse jsonb,
  -- The sensitive answers, sealed; null: none, and then what the draft had is removed.
  sellado text,
  -- Rows of `correos`.
  cartas jsonb,
  -- Whether it takes a seat here.
  con_lugar boolean,
  -- The quotas as it asks for them (`lugar_tomar`); null: no seat is kept for anybody and nobody waits.
  pedidos jsonb,
  -- The quota whose seat there was when it was decided; null: a seat of everybody, or none.
  cupo text,
  -- What its person had sent when it was decided (`enviadas_de`), by rules that look at what else they have; null: none does.
  enviadas text,
  -- What its answers point to: of catalogs, and of the vault; null: nothing.
  items uuid[], documentos uuid[]
);

-- One order of locks: people, accounts, what is pointed to, inscripciones, history, groups, editions; those of a kind in the order of their ids. What does
-- not hold any more of one of them ends the transaction of all: PE001 an account is of another person, PE002 somebody sent or
-- began it first, its person sent another, what it points to was deleted or its edition was cancelled, PE003 a group has no seat, PE004 nor
-- has an edition. Gives the head of the chain before their links.
create function inscripciones_enviar(envios jsonb) returns historial_cadenas language plpgsql as $$
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
  todas inscripcion_enviada[];
  personas uuid[];
  cuentas_de text[];
  grupos uuid[];
  ediciones_de uuid[];
  borradores integer;
  selladas integer;
  miradas integer;
  hechas integer;
  apuntan integer;
  apuntados uuid[];
  -- Editions where one statement takes the seats, and inscripciones that ask for theirs one by one.
  sencillas integer;
  pedidas integer;
  una inscripcion_enviada;
  -- Editions that somebody comes to without taking a seat.
  ediciones_sin uuid[];
  cancelada boolean;
begin
  select array_agg(f), array_agg(f.persona), array_agg(f.cuenta), count(f.desde), count(f.sellado), count(f.enviadas),
    array_agg(distinct f.grupo) filter (where f.con_lugar and f.grupo is not null),
    array_agg(distinct f.edicion) filter (where f.con_lugar),
    array_agg(distinct f.edicion) filter (where f.estado <> 'inscrita'),
    count(distinct f.edicion) filter (where f.con_lugar and f.pedidos is null),
    count(f.pedidos) filter (where f.con_lugar), count(coalesce(f.items, f.documentos))
  into todas, personas, cuentas_de, borradores, selladas, miradas, grupos, ediciones_de, ediciones_sin, sencillas, pedidas, apuntan
  from jsonb_populate_recordset(null::inscripcion_enviada, envios) f;

  if miradas = 0 then
    perform from personas_todas p where p.id = any(personas) order by p.id for key share;
  else
    -- Who sends two at once has them written one after the other: the second was decided without the first.
    perform from personas_todas p where p.id = any(personas) order by p.id for no key update;
    perform from (
      select f.enviadas, row_number() over (partition by f.persona) as otra,
        enviadas_de(f.persona) as ahora
      from unnest(todas) f where f.enviadas is not null
    ) f where f.enviadas <> f.ahora or f.otra > 1;
    if found then
      raise exception 'its person sent another' using errcode = 'PE002';
    end if;
  end if;
  perform from (
    select c.persona_id as de_la_cuenta, f.persona from unnest(todas) f join cuentas c on c.uid = f.cuenta
    order by c.uid for key share of c
  ) de where de.de_la_cuenta is distinct from de.persona;
  if found then
    raise exception 'an account is of another person' using errcode = 'PE001';
  end if;

  if apuntan > 0 then
    apuntados := array(select distinct i from unnest(todas) f cross join unnest(f.items) i);
    perform from catalogo_items i where i.id = any(apuntados) order by i.id for key share;
    get diagnostics hechas = row_count;
    if hechas < cardinality(apuntados) then
      raise exception 'an item was deleted' using errcode = 'PE002';
    end if;
    apuntados := array(select distinct d from unnest(todas) f cross join unnest(f.documentos) d);
    perform from documentos d where d.id = any(apuntados) order by d.id for key share;
    get diagnostics hechas = row_count;
    if hechas < cardinality(apuntados) then
      raise exception 'a document was deleted' using errcode = 'PE002';
    end if;
  end if;

  if borradores < cardinality(todas) then
    insert into inscripciones (id, persona_id, edicion_id, plantilla_version_id, estado, respuestas, evaluacion, enviada_en,
      creado_en, actualizado_en, grupo_id, puntos, cupos, cupo_clave, llave)
    select f.id, f.persona, f.edicion, f.version, f.estado, f.respuestas, f.evaluacion, f.enviada,
      f.ahora, f.ahora, f.grupo, f.puntos, f.cupos, f.cupo, f.llave
    from unnest(todas) f where f.desde is null;
  end if;
  if borradores > 0 then
    update inscripciones i set estado = f.estado, plantilla_version_id = f.version, respuestas = f.respuestas,
      evaluacion = f.evaluacion, enviada_en = f.enviada, actualizado_en = f.ahora, grupo_id = f.grupo, puntos = f.puntos,
      cupos = f.cupos, cupo_clave = f.cupo, llave = f.llave
    from unnest(todas) f where i.id = f.id and i.estado = any(f.desde);
    get diagnostics hechas = row_count;
    if hechas < borradores then
      raise exception 'it is no draft any more' using errcode = 'PE002';
    end if;
  end if;
  insert into acuses (folio, clave, inscripcion_id, datos, emitido_en)
    select f.folio, f.clave, f.id, f.acuse, f.enviada from unnest(todas) f;
  if borradores > 0 then
    delete from respuestas_sensibles r using unnest(todas) f where r.inscripcion_id = f.id and f.desde is not null;
  end if;
  if selladas > 0 then
    insert into respuestas_sensibles (inscripcion_id, sellado)
      select f.id, f.sellado from unnest(todas) f where f.sellado is not null;
  end if;
  insert into correos (id, medio, para, asunto, contenido, urgente, olvidar, estado, proximo, vence_en)
    select c.id, c.medio, c.para, c.asunto, c.contenido, c.urgente, c.olvidar, c.estado, least(c.proximo, now()), c.vence_en
    from unnest(todas) f cross join jsonb_to_recordset(f.cartas) as c(id uuid, medio text, para text, asunto text, contenido jsonb,
      urgente boolean, olvidar boolean, estado text, proximo timestamptz, vence_en timestamptz);

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

  if grupos is not null then
    if cardinality(grupos) > 1 then
      perform from edicion_grupos g where g.id = any(grupos) order by g.id for no key update;
    end if;
    update edicion_grupos g set ocupados = g.ocupados + k.n
    from (select f.grupo, f.edicion, count(*) as n from unnest(todas) f where f.con_lugar group by f.grupo, f.edicion) k
    where g.id = k.grupo and g.edicion_id = k.edicion and g.ocupados + k.n <= g.cupo;
    get diagnostics hechas = row_count;
    if hechas < cardinality(grupos) then
      raise exception 'a group has no seat' using errcode = 'PE003';
    end if;
  end if;
  -- Whoever cancels it sees them, or they see that it is cancelled. Where others of these take a seat of some edition all are held
  -- at once, as those need it.
  if ediciones_sin is not null then
    if ediciones_de is null then
      select bool_or(e.cancelada_en is not null) into cancelada
      from (select e.cancelada_en from ediciones e where e.id = any(ediciones_sin) order by e.id for share) e;
    else
      select bool_or(e.cancelada_en is not null) into cancelada
      from (select e.cancelada_en from ediciones e where e.id = any(ediciones_de || ediciones_sin) order by e.id
        for no key update) e;
    end if;
    if cancelada then
      raise exception 'its edition was cancelled' using errcode = 'PE002';
    end if;
  end if;
  if ediciones_de is not null then
    if cardinality(ediciones_de) > 1 then
      perform from ediciones e where e.id = any(ediciones_de) order by e.id for no key update;
    end if;
    update ediciones e set ocupados = e.ocupados + k.n
    from (select f.edicion, count(*) as n from unnest(todas) f where f.con_lugar and f.pedidos is null group by f.edicion) k
    where e.id = k.edicion and e.ocupados + k.n <= e.cupo and e.cancelada_en is null;
    get diagnostics hechas = row_count;
    if hechas < sencillas then
      raise exception 'an edition has no seat' using errcode = 'PE004';
    end if;
    if pedidas > 0 then
      foreach una in array todas loop
        if una.con_lugar and una.pedidos is not null
          and not lugar_tomar(una.id, una.edicion, una.grupo, una.pedidos, true, una.cupo) then
          raise exception 'an edition has no seat' using errcode = 'PE004';
        end if;
      end loop;
    end if;
  end if;
  return cabeza;
end $$;

-- Its plan is one for any number of them, and was perhaps made while the tables were small (0095).
do $$
declare
  parametro text;
begin
  foreach parametro in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
    'enable_mergejoin = off'] loop
    execute 'alter function inscripciones_enviar(jsonb) set ' || parametro;
    execute 'alter function lugar_tomar(uuid, uuid, uuid, jsonb, boolean, text) set ' || parametro;
    execute 'alter function lugar_disponible(uuid, uuid, jsonb, boolean) set ' || parametro;
  end loop;
end $$;

-- What somebody holds for longer is told to whoever sends, who presses again: it holds up nobody who sends elsewhere.
alter function inscripciones_enviar(jsonb) set lock_timeout = '10s';

-- One by one, as they were written before.
drop function inscripcion_enviar(text, text, text, text, uuid, jsonb, jsonb, text, text, text, timestamptz, bytea, bigint,
  smallint, bigint, bytea, bytea, uuid, uuid, text, uuid, uuid, uuid, text, text[], jsonb, jsonb, timestamptz, timestamptz, integer,
  text[], uuid, text, text, jsonb, text, jsonb, boolean);
drop function correos_escribir(jsonb);
