-- What sending comes to, besides a seat: a review, a place in line; and what becomes of it. See docs/decisions/0075 and 0076.
select definir_estados('inscripciones', '{"borrador": ["enviada", "enRevision", "inscrita", "enListaDeEspera"],
  "enviada": ["enRevision", "inscrita", "enListaDeEspera", "rechazada", "baja"],
  "enRevision": ["inscrita", "enListaDeEspera", "rechazada", "baja"],
  "inscrita": ["enRevision", "baja", "acreditada", "noAcreditada"],
  "enListaDeEspera": ["enRevision", "inscrita", "vencida", "baja"], "rechazada": ["enRevision"], "vencida": [],
  "baja": [], "acreditada": ["noAcreditada"], "noAcreditada": ["acreditada"]}');

alter table inscripciones
  -- What the rules that `prioriza` gave, when it was sent.
  add column puntos integer not null default 0,
  -- The quotas whose seats the person may take (keys of the version), and the one that their seat is of.
  add column cupos text[] not null default '{}',
  add column cupo_clave text,
  -- Whoever waits in line and has been offered a seat, since when and until when. The seat is kept for them: it counts
  -- among those taken.
  add column lugar_ofrecido_en timestamptz,
  add column lugar_vence_en timestamptz,
  -- What sent it: the same key is the same answer.
  add column llave uuid,
  -- Why somebody of the school rejected it, in words for its person.
  add column decision_motivo text,
  add constraint inscripciones_lugar_ofrecido check ((lugar_ofrecido_en is null) = (lugar_vence_en is null)),
  add constraint inscripciones_ofrecido_espera check (lugar_vence_en is null or estado = 'enListaDeEspera');
create unique index inscripciones_llave on inscripciones (persona_id, llave) where llave is not null;
-- Who is in line, in order of receipt.
create index inscripciones_espera on inscripciones (edicion_id, enviada_en, id) where estado = 'enListaDeEspera';
-- What somebody of the school decides on.
create index inscripciones_revision on inscripciones (enviada_en, id) where estado in ('enviada', 'enRevision');

-- How many seats of each quota are taken. Written only by who holds the row of the edition.
create table edicion_cupos (
  edicion_id uuid not null references ediciones (id) on delete cascade,
  clave text not null,
  ocupados integer not null check (ocupados >= 0),
  primary key (edicion_id, clave)
);
