-- The copy of all that the portal keeps of somebody, made by a job for them: one object of the store, until its last
-- day. The row stays, so that an old link says what became of it. See docs/decisions/0057.
create table copias_datos (
  id uuid primary key default gen_random_uuid(),
  -- Whose data: their file, their account, or both.
  persona_id uuid references personas_todas (id),
  uid text,
  pedida_por text not null,
  -- Null once it was removed.
  objeto text unique,
  sha256 text not null,
  bytes bigint not null,
  filas integer not null,
  archivos integer not null,
  creado_en timestamptz not null,
  vence_en timestamptz not null,
  abierta_en timestamptz,
  check (persona_id is not null or uid is not null)
);
create index copias_datos_persona on copias_datos (persona_id);
create index copias_datos_uid on copias_datos (uid);
create index copias_datos_vence on copias_datos (vence_en) where objeto is not null;
