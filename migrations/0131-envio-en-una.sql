-- What sends an inscripción writes all of it in one call, decided before by the application. See docs/decisions/0082.

-- The same link of the history as before (migration 0032), for less: the sequence is not looked up by its table's name at
-- each call, and the row is not built field by field.
create or replace function historial_anotar(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, firma bytea
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
declare
  c smallint := historial_cadena();
  cabeza historial_cadenas;
  nuevo bigint;
  sello bytea;
begin
  select * into cabeza from historial_cadenas h where h.cadena = c for update;
  nuevo := nextval('historial_id_seq');
  sello := historial_eslabonar(cabeza.hash, firma, nuevo, c, cabeza.eslabones + 1);
  insert into historial (id, momento, actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo,
    peticion_id, origen, cadena, eslabon, hash, firma, emisor, numero, vista_cadena, vista_eslabon, vista_hash)
  overriding system value values (nuevo, momento, actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo,
    peticion_id, origen, c, cabeza.eslabones + 1, sello, firma, emisor, numero, vista_cadena, vista_eslabon, vista_hash);
  update historial_cadenas h set eslabones = cabeza.eslabones + 1, hash = sello where h.cadena = c;
  return cabeza;
end $$;

-- Writes mails of `correos` as the platform prepares them (platform/server/mail): rows as JSON.
create function correos_escribir(cartas jsonb) returns void language plpgsql as $$
begin
  insert into correos (id, medio, para, asunto, contenido, urgente, olvidar, estado, proximo, vence_en)
  select c.id, c.medio, c.para, c.asunto, c.contenido, c.urgente, c.olvidar, c.estado, least(c.proximo, now()), c.vence_en
  from jsonb_to_recordset(cartas) as c(id uuid, medio text, para text, asunto text, contenido jsonb, urgente boolean,
    olvidar boolean, estado text, proximo timestamptz, vence_en timestamptz);
end $$;

-- One order of locks: person, account, inscripción, history, group, edition. What does not hold any more ends the transaction:
-- PE001 the account is of another person, PE002 somebody sent or began it first, PE003 the group has no seat, PE004 nor has
-- the edition. Gives the head of the chain before its link.
create function inscripcion_enviar(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, firma bytea,
  id uuid, persona uuid, cuenta text, edicion uuid, version uuid, grupo uuid, estado text,
  -- The states of the draft from which it may be sent; null: there was none.
  desde text[],
  respuestas jsonb, evaluacion jsonb, enviada timestamptz, ahora timestamptz, puntos integer, cupos text[], llave uuid,
  folio text, clave text, acuse jsonb,
  -- The sensitive answers, sealed; null: none, and then what the draft had is removed.
  sellado text, cartas jsonb,
  -- Whether it takes a seat here: where none is kept for anybody and nobody waits.
  con_lugar boolean
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
declare
  cabeza historial_cadenas;
  de_la_cuenta uuid;
begin
  perform from personas_todas p where p.id = persona for key share;
  select c.persona_id into de_la_cuenta from cuentas c where c.uid = cuenta for key share;
  if found and de_la_cuenta is distinct from persona then
    raise exception 'the account is of another person' using errcode = 'PE001';
  end if;
  if desde is null then
    insert into inscripciones (id, persona_id, edicion_id, plantilla_version_id, estado, respuestas, evaluacion, enviada_en,
      creado_en, actualizado_en, grupo_id, puntos, cupos, llave)
    values (id, persona, edicion, version, estado, respuestas, evaluacion, enviada, ahora, ahora, grupo, puntos, cupos, llave);
  else
    update inscripciones i set estado = estado, plantilla_version_id = version, respuestas = respuestas,
      evaluacion = evaluacion, enviada_en = enviada, actualizado_en = ahora, grupo_id = grupo, puntos = puntos, cupos = cupos,
      llave = llave
    where i.id = id and i.estado = any(desde);
    if not found then
      raise exception 'it is no draft any more' using errcode = 'PE002';
    end if;
  end if;
  insert into acuses (folio, clave, inscripcion_id, datos, emitido_en) values (folio, clave, id, acuse, enviada);
  if desde is not null then
    delete from respuestas_sensibles r where r.inscripcion_id = id;
  end if;
  if sellado is not null then
    insert into respuestas_sensibles (inscripcion_id, sellado) values (id, sellado);
  end if;
  perform correos_escribir(cartas);
  cabeza := historial_anotar(actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo, peticion_id, origen,
    momento, emisor, numero, vista_cadena, vista_eslabon, vista_hash, firma);
  if con_lugar then
    if grupo is not null then
      update edicion_grupos g set ocupados = g.ocupados + 1
      where g.id = grupo and g.edicion_id = edicion and g.ocupados < g.cupo;
      if not found then
        raise exception 'the group has no seat' using errcode = 'PE003';
      end if;
    end if;
    update ediciones e set ocupados = e.ocupados + 1
    where e.id = edicion and e.ocupados < e.cupo and e.cancelada_en is null;
    if not found then
      raise exception 'the edition has no seat' using errcode = 'PE004';
    end if;
  end if;
  return cabeza;
end $$;
