-- What a calendar file says of itself: how many times what an edition's calendar shows changed (SEQUENCE of RFC 5545),
-- kept by the database so that no statement can forget it.
create table ediciones_calendario (
  edicion_id uuid primary key references ediciones (id) on delete cascade,
  secuencia integer not null default 1,
  actualizado_en timestamptz not null default now()
);
create function ediciones_calendario_cambio(ids uuid[]) returns void language sql as $$
  insert into ediciones_calendario as k (edicion_id)
    select e.id from ediciones e where e.id = any (ids) order by e.id
  on conflict (edicion_id) do update set secuencia = k.secuencia + 1, actualizado_en = now()
$$;

create function edicion_cambia_calendario() returns trigger language plpgsql as $$
begin
  perform ediciones_calendario_cambio(array[new.id]);
  return null;
end $$;
create trigger edicion_cambia_calendario
  after update of nombre, inicia, termina, inscripcion_abre, inscripcion_cierra, sede_id, cancelada_en, curso_version_id
  on ediciones for each row when ((old.nombre, old.inicia, old.termina, old.inscripcion_abre, old.inscripcion_cierra,
    old.sede_id, old.cancelada_en, old.curso_version_id) is distinct from (new.nombre, new.inicia, new.termina,
    new.inscripcion_abre, new.inscripcion_cierra, new.sede_id, new.cancelada_en, new.curso_version_id))
  execute function edicion_cambia_calendario();

create function sesiones_cambian_calendario() returns trigger language plpgsql as $$
begin
  perform ediciones_calendario_cambio(array(select distinct edicion_id from cambiadas));
  return null;
end $$;
create trigger sesiones_nuevas_calendario after insert on edicion_sesiones
  referencing new table as cambiadas for each statement execute function sesiones_cambian_calendario();
create trigger sesiones_otras_calendario after update on edicion_sesiones
  referencing new table as cambiadas for each statement execute function sesiones_cambian_calendario();
create trigger sesiones_idas_calendario after delete on edicion_sesiones
  referencing old table as cambiadas for each statement execute function sesiones_cambian_calendario();

-- The address by which an account's calendar is followed from outside, without signing in: only a digest of its key.
create table calendario_suscripciones (
  uid text primary key references cuentas (uid) on delete cascade,
  huella text not null unique,
  creado_en timestamptz not null default now()
);
-- Editions that somebody has in their calendar without being enrolled in them.
create table calendario_elegidas (
  uid text not null references cuentas (uid) on delete cascade,
  edicion_id uuid not null references ediciones (id) on delete cascade,
  creado_en timestamptz not null default now(),
  primary key (uid, edicion_id)
);
create index calendario_elegidas_edicion on calendario_elegidas (edicion_id);
