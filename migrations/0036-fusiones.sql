-- Two files that one of the staff proposes to make one, and another confirms (docs/decisions/0029).
create table fusiones (
  id uuid primary key default gen_random_uuid(),
  -- The file without CURP; no reference: once it was merged it is not there any more.
  anterior_id uuid not null,
  -- The one that has the CURP and takes it in.
  persona_id uuid not null references personas_todas (id),
  -- Names taken from the file without CURP.
  tomar text[] not null,
  motivo text not null,
  -- Stands for all that was looked at: when any of it has changed, it must be proposed again.
  huella text not null,
  propuesta_por text not null references cuentas (uid),
  propuesta_en timestamptz not null,
  vence_en timestamptz not null,
  estado text not null default 'pendiente'
    check (estado in ('pendiente', 'confirmada', 'rechazada', 'cancelada', 'anulada', 'vencida')),
  -- Whoever confirmed, rejected or cancelled it; why it was rejected.
  decidida_por text references cuentas (uid),
  decidida_en timestamptz,
  motivo_decision text
);
create unique index fusiones_pendiente on fusiones (anterior_id) where estado = 'pendiente';
create index fusiones_persona on fusiones (persona_id);
create index fusiones_cola on fusiones (propuesta_en) where estado = 'pendiente';
