-- What people ask to be corrected of who they are (names, CURP), each with a document that proves it, until staff say.
-- See docs/decisions/0058.
create table correcciones (
  -- Of whoever asks: sent twice, it is one.
  id uuid primary key,
  persona_id uuid not null references personas_todas (id),
  estado text not null,
  -- What is to be otherwise, and what the file said when it was asked: by field.
  cambios jsonb not null,
  antes jsonb not null,
  motivo text not null,
  documento_id uuid not null references documentos (id),
  pedido_por text not null,
  creado_en timestamptz not null,
  decidido_por text,
  decidido_en timestamptz,
  -- Why it was rejected.
  nota text
);
select definir_estados('correcciones', '{"pendiente": ["aprobada", "rechazada", "retirada", "anulada"],
  "aprobada": [], "rechazada": [], "retirada": [], "anulada": []}');
-- One waits at a time.
create unique index correcciones_pendiente on correcciones (persona_id) where estado = 'pendiente';
create index correcciones_cola on correcciones (creado_en, id) where estado = 'pendiente';
create index correcciones_persona on correcciones (persona_id, creado_en);
create index correcciones_documento on correcciones (documento_id);
