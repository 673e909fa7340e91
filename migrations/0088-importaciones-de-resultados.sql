-- The cells that an import of grades or of attendance is to write, until it is decided (docs/decisions/0060).
create table resultados_cambios (
  importacion uuid not null,
  inscripcion_id uuid not null,
  -- 'calificacion', 'observacion', or the session's id of a mark.
  celda text not null,
  fila integer not null,
  -- What it will say, and the version that was seen.
  valor jsonb not null,
  version integer not null,
  primary key (importacion, inscripcion_id, celda)
);
