-- What people need in order to take part: apart from what their file says, sealed under the installation's key. One row a
-- person; without `sellado`, they took it back. See docs/decisions/0058.
create table personas_accesibilidad (
  persona_id uuid primary key references personas_todas (id),
  sellado text,
  version integer not null,
  actualizado_en timestamptz not null
);
