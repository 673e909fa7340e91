-- The seats of quotas of several who are written together are taken together: of each edition is read once what is free and who waits,
-- and what they took is written once. They are given one after the other, in the order in which they are asked for, by the one
-- rule that also says, before anything is written, whether there is one. See docs/decisions/0107.

-- Whether there is a seat for each who asks (`hay`), and of which quota (`claves`; null: of everybody). `pedidos`: of each, rows of
-- `CupoPedido`, in the order in which they are tried. `tras_la_fila`: whoever waits without an offer goes before them. `sucesivos`: each
-- who is given one leaves one less to those of their edition who come after. What of an edition is asked for one
-- behind the other is read once.
create function lugares_de(ediciones_de uuid[], grupos uuid[], pedidos jsonb[], tras_la_fila boolean[], sucesivos boolean,
  out hay boolean[], out claves text[]) language plpgsql stable as $$
declare
  edicion uuid;
  -- Of the edition: its free seats (null: it is cancelled), the taken ones of each quota, and whether somebody waits by group and quota.
  libres integer;
  tomados jsonb;
  filas jsonb;
  fila text;
  pedido jsonb;
  suya text;
  quedan integer;
  guardados integer;
  hallado boolean;
  hallada text;
begin
  for n in 1..coalesce(cardinality(ediciones_de), 0) loop
    if n = 1 or ediciones_de[n] <> edicion then
      edicion := ediciones_de[n];
      libres := (select e.cupo - e.ocupados from ediciones e where e.id = edicion and e.cancelada_en is null);
      tomados := (select coalesce(jsonb_object_agg(k.clave, k.ocupados), '{}') from edicion_cupos k where k.edicion_id = edicion);
      filas := '{}';
    end if;
    hallado := false;
    hallada := null;
    guardados := 0;
    if libres > 0 then
      for m in 0..jsonb_array_length(pedidos[n]) - 1 loop
        pedido := pedidos[n] -> m;
        continue when not (pedido ->> 'reservado')::boolean;
        suya := pedido ->> 'clave';
        quedan := greatest((pedido ->> 'lugares')::integer - coalesce((tomados ->> suya)::integer, 0), 0);
        guardados := guardados + quedan;
        if quedan > 0 and (pedido ->> 'propio')::boolean then
          if tras_la_fila[n] then
            fila := concat(grupos[n], ':', suya);
            if not filas ? fila then
              filas := filas || jsonb_build_object(fila, fila_delante(edicion, grupos[n], suya));
            end if;
          end if;
          hallado := not (tras_la_fila[n] and (filas ->> fila)::boolean);
          if hallado then
            hallada := suya;
            exit;
          end if;
        end if;
      end loop;
      if not hallado and libres > guardados then
        if tras_la_fila[n] then
          fila := concat(grupos[n]);
          if not filas ? fila then
            filas := filas || jsonb_build_object(fila, fila_delante(edicion, grupos[n], null));
          end if;
        end if;
        hallado := not (tras_la_fila[n] and (filas ->> fila)::boolean);
      end if;
    end if;
    if hallado and sucesivos then
      libres := libres - 1;
      if hallada is not null then
        tomados := tomados || jsonb_build_object(hallada, coalesce((tomados ->> hallada)::integer, 0) + 1);
      end if;
    end if;
    hay[n] := hallado;
    claves[n] := hallada;
  end loop;
end $$;

-- Takes a seat for each of some inscripciones that are written, and writes down of which quota it is; false: for one of them there is
-- none, and nothing is taken. Those of an edition one behind the other. The editions are held from here on, so that what is
-- read of their seats is so. Not `for update`, which would wait for whoever has written an inscripción of one and waits for this one.
-- `previstos`: the quotas that the inscripciones were written with.
create function lugares_tomar(inscripciones_de uuid[], ediciones_de uuid[], grupos uuid[], pedidos jsonb[], tras_la_fila boolean,
  previstos text[]) returns boolean language plpgsql as $$
declare
  hay boolean[];
  claves text[];
begin
  perform from ediciones e where e.id = any(ediciones_de) order by e.id for no key update;
  select f.hay, f.claves into hay, claves
  from lugares_de(ediciones_de, grupos, pedidos, array_fill(tras_la_fila, array[cardinality(ediciones_de)]), true) f;
  if not true = all(hay) then
    return false;
  end if;
  insert into edicion_cupos as k (edicion_id, clave, ocupados)
    select q.edicion, q.clave, count(*) from unnest(ediciones_de, claves) q (edicion, clave)
    where q.clave is not null group by q.edicion, q.clave
  on conflict (edicion_id, clave) do update set ocupados = k.ocupados + excluded.ocupados;
  if claves is distinct from previstos then
    update inscripciones i set cupo_clave = q.clave
    from unnest(inscripciones_de, claves, previstos) q (id, clave, previsto)
    where i.id = q.id and q.clave is distinct from q.previsto;
  end if;
  update ediciones e set ocupados = e.ocupados + q.n
  from (select q.edicion, count(*) as n from unnest(ediciones_de) q (edicion) group by q.edicion) q where e.id = q.edicion;
  return true;
end $$;

-- As in 0151, but for the seats of quotas.
create or replace function inscripciones_enviar(envios jsonb) returns historial_cadenas language plpgsql as $$
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
  -- Editions where one statement takes the seats, and inscripciones that ask for one of a quota.
  sencillas integer;
  pedidas integer;
  con_lugares boolean;
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
      select lugares_tomar(array_agg(f.id), array_agg(f.edicion), array_agg(f.grupo), array_agg(f.pedidos), true, array_agg(f.cupo))
      into con_lugares
      from (select f.id, f.edicion, f.grupo, f.pedidos, f.cupo from unnest(todas) with ordinality f
        where f.con_lugar and f.pedidos is not null order by f.edicion, f.ordinality) f;
      if not con_lugares then
        raise exception 'an edition has no seat' using errcode = 'PE004';
      end if;
    end if;
  end if;
  return cabeza;
end $$;

drop function lugar_tomar(uuid, uuid, uuid, jsonb, boolean, text);
drop function lugar_disponible(uuid, uuid, jsonb, boolean);

-- Their plan is one for any number of them, and was perhaps made while the tables were small (0095).
do $$
declare
  funcion text;
  parametro text;
begin
  foreach funcion in array array['inscripciones_enviar(jsonb)', 'lugares_de(uuid[], uuid[], jsonb[], boolean[], boolean)',
    'lugares_tomar(uuid[], uuid[], uuid[], jsonb[], boolean, text[])'] loop
    foreach parametro in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
      'enable_mergejoin = off'] loop
      execute 'alter function ' || funcion || ' set ' || parametro;
    end loop;
  end loop;
end $$;

-- What somebody holds for longer is told to whoever sends, who presses again: it holds up nobody who sends elsewhere.
alter function inscripciones_enviar(jsonb) set lock_timeout = '10s';
