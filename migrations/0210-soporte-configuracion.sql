-- The opening hours of support change as a whole: one row says their revision.
create table soporte_configuracion (
  unica boolean primary key default true check (unica),
  revision integer not null default 1,
  -- Null: as it was installed.
  actualizado_por text,
  actualizado_en timestamptz
);
insert into soporte_configuracion default values;
