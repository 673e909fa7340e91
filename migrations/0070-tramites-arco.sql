-- What people ask of their own data by right (acceso, rectificación, cancelación, oposición, portabilidad), with its
-- folio and its terms. See docs/decisions/0057.
create table tramites_arco (
  -- Of whoever sends it: sent twice, it is one.
  id uuid primary key,
  folio text not null unique,
  derecho text not null
    check (derecho in ('acceso', 'rectificacion', 'cancelacion', 'oposicion', 'portabilidad')),
  estado text not null,
  -- Whose data, when they have a file here; the account that asked, when one did.
  persona_id uuid references personas_todas (id),
  uid text,
  -- Whose data, where they are told, and who asks for them when it is not they.
  nombre text not null,
  medio text not null,
  representante text,
  descripcion text not null,
  registrado_por text not null,
  recibido_en timestamptz not null,
  vence_en timestamptz not null,
  -- The one extension of the term, and why.
  ampliado_en timestamptz,
  ampliacion_motivo text,
  respondido_en timestamptz,
  respondido_por text,
  respuesta text,
  fundamento text,
  -- Until when what was granted is to be done, when it was, and what was done.
  efectivo_vence_en timestamptz,
  cumplido_en timestamptz,
  cumplimiento text
);
select definir_estados('tramites_arco', '{"recibida": ["ampliada", "procedente", "parcial", "improcedente", "retirada"],
  "ampliada": ["procedente", "parcial", "improcedente", "retirada"], "procedente": ["cumplida"],
  "parcial": ["cumplida"], "improcedente": [], "cumplida": [], "retirada": []}');
create index tramites_arco_cola on tramites_arco (vence_en, id) where estado in ('recibida', 'ampliada');
create index tramites_arco_persona on tramites_arco (persona_id, recibido_en);
create index tramites_arco_uid on tramites_arco (uid, recibido_en);
