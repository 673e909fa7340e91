-- Whoever showed who they are enters in one statement, which is a transaction by itself: when their account entered last, the session, its link
-- of the history and what their attempt had counted. See docs/decisions/0098.

-- One order of locks: account, history, limits (who holds these never waits for the history). Gives the head of the chain before its link.
create function sesion_abrir(
  actor_uid text, accion text, entidad text, entidad_id text, persona_id uuid, antes jsonb, despues jsonb,
  motivo text, peticion_id text, origen text, momento timestamptz, emisor bytea, numero bigint,
  vista_cadena smallint, vista_eslabon bigint, vista_hash bytea, firma bytea,
  id uuid, uid text, email text, refresh_hash text, segundos integer, ip text, user_agent text, ingreso timestamptz,
  -- Of what is given back the keys, and whether all of each.
  llaves text[], enteras boolean[]
) returns historial_cadenas language plpgsql as $$
#variable_conflict use_variable
declare
  cabeza historial_cadenas;
begin
  update cuentas c set ultimo_ingreso_en = ingreso where c.uid = uid;
  insert into sesiones (id, uid, registro, email, refresh_hash, vence_en, ip, user_agent)
  values (id, uid, false, email, refresh_hash, now() + make_interval(secs => segundos), ip, user_agent);
  cabeza := historial_anotar(actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo, peticion_id, origen,
    momento, emisor, numero, vista_cadena, vista_eslabon, vista_hash, firma);
  perform limites_devolver(llaves, enteras);
  return cabeza;
end $$;
