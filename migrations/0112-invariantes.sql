-- When it was last proved that seats, lines and history of the enrolments agree, and what did not: [{clave, texto}].
create table inscripciones_revisiones (
  id bigint generated always as identity primary key,
  revisado_en timestamptz not null,
  hallazgos integer not null,
  ejemplos jsonb not null
);
