-- What two people edit at once says which of its versions each began from; and courses and editions are looked for by
-- their words. A course's version is the newest of curso_versiones.
alter table cursos add column busqueda text
  generated always as (plegar(clave || ' ' || nombre)) stored;
create index cursos_nombre on cursos (nombre, id);

alter table ediciones
  add column version integer not null default 1,
  add column busqueda text generated always as (plegar(nombre)) stored;
alter table edicion_grupos add column version integer not null default 1;
alter table edicion_docentes add column version integer not null default 1;
alter table edicion_sesiones add column version integer not null default 1;
