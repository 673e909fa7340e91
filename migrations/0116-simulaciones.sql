-- The rules of a version tried on everybody, and what came of it: figures, nobody's data (docs/decisions/0078).
create table simulaciones (
  id uuid primary key default gen_random_uuid(),
  version_id uuid not null references plantilla_versiones (id) on delete cascade,
  -- Of the draft when it was tried: it may say something else by now.
  revision integer not null,
  -- The version in force then, which it is compared with.
  comparada_id uuid references plantilla_versiones (id) on delete set null,
  edicion_id uuid,
  -- For which moment.
  momento timestamptz not null,
  trabajo_id uuid,
  pedido_por text not null,
  creado_en timestamptz not null,
  terminado_en timestamptz,
  resultado jsonb,
  check ((terminado_en is null) = (resultado is null))
);
create index simulaciones_version on simulaciones (version_id, creado_en);
