-- Who leaves an edition: when, and why, for as long as their inscripción is kept.
alter table inscripciones
  add column baja_en timestamptz,
  add column baja_motivo text;
