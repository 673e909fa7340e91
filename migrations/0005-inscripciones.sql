create table inscripciones (
  id uuid primary key default gen_random_uuid(),
  persona_id uuid not null references personas (id),
  edicion_id uuid not null references ediciones (id),
  plantilla_version_id uuid not null references plantilla_versiones (id),
  estado text not null check (estado in ('borrador', 'enviada', 'enRevision', 'inscrita', 'enListaDeEspera', 'rechazada', 'vencida', 'baja', 'acreditada', 'noAcreditada')),
  respuestas jsonb not null default '{}',
  -- The rules' result at the moment of the decision: version, facts, each condition.
  evaluacion jsonb,
  enviada_en timestamptz,
  creada_en timestamptz not null default now(),
  actualizada_en timestamptz not null default now()
);
-- One living inscripción of a person in an edition: sending twice is one enrolment.
create unique index inscripciones_viva on inscripciones (persona_id, edicion_id)
  where estado not in ('rechazada', 'vencida', 'baja');
create index inscripciones_edicion on inscripciones (edicion_id, estado);
-- The matrícula of one person, newest first.
create index inscripciones_persona on inscripciones (persona_id, creada_en, id);

create table acuses (
  folio text primary key,
  -- The key that opens it, in the link and in the QR.
  clave text not null,
  inscripcion_id uuid not null unique references inscripciones (id),
  -- What is printed, as it was: the PDF is made from this alone, so it is always the same.
  datos jsonb not null,
  emitido_en timestamptz not null
);
