-- Every state change of every record, written in the transaction that makes it.
create table historial (
  id bigint generated always as identity primary key,
  momento timestamptz not null default clock_timestamp(),
  actor_uid text,
  accion text not null,
  entidad text not null,
  entidad_id text not null,
  antes jsonb,
  despues jsonb,
  motivo text,
  solicitud_id text
);
create index historial_entidad on historial (entidad, entidad_id, id);
create index historial_actor on historial (actor_uid, id);
