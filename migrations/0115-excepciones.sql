-- One person excused from one rule of a plantilla for a time, with a document, by two of the staff (docs/decisions/0078).
create table excepciones (
  id uuid primary key default gen_random_uuid(),
  plantilla_id uuid not null references plantillas (id),
  -- The rule's key, what it was called and, as text, its condition: one that asks something else later is another rule.
  regla text not null,
  descripcion text not null,
  condicion text not null,
  persona_id uuid not null references personas_todas (id),
  estado text not null,
  justificacion text not null,
  documento_id uuid not null references documentos (id),
  vence_en timestamptz not null,
  pedido_por text not null,
  creado_en timestamptz not null,
  decidido_por text,
  decidido_en timestamptz,
  -- What who decided added; why it was withdrawn.
  nota text,
  retirado_por text,
  retirado_en timestamptz,
  -- Whoever asks for it does not decide on it, whatever a program says.
  constraint excepciones_otra_persona check (decidido_por <> pedido_por),
  check (estado not in ('vigente', 'rechazada') or (decidido_por is not null and decidido_en is not null)),
  check (estado <> 'retirada' or retirado_en is not null)
);
select definir_estados('excepciones',
  '{"pendiente": ["vigente", "rechazada", "retirada"], "vigente": ["retirada"], "rechazada": [], "retirada": []}');
-- One waits at a time for a person and a rule.
create unique index excepciones_pendiente on excepciones (plantilla_id, regla, persona_id) where estado = 'pendiente';
create index excepciones_vigentes on excepciones (persona_id, plantilla_id) where estado = 'vigente';
create index excepciones_persona on excepciones (persona_id, creado_en);
create index excepciones_plantilla on excepciones (plantilla_id, creado_en);
create index excepciones_documento on excepciones (documento_id);

create trigger zz_no_bloqueada after insert on excepciones referencing new table as nuevas
  for each statement execute function persona_no_bloqueada();
