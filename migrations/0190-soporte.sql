-- The support chat: conversations of a person with the school. See docs/decisions/0111.
create table soporte_conversaciones (
  id uuid primary key default gen_random_uuid(),
  folio text not null unique,
  persona_id uuid not null references personas_todas (id),
  asunto text not null,
  -- What it was opened from: {tipo, id, titulo, enlace}; null: from nothing in particular.
  contexto jsonb,
  estado text not null,
  -- The member of the staff who attends it.
  agente_uid text,
  -- Number of the last message: it grows in the transaction that writes one, so numbers are gapless and commit in order.
  ultimo integer not null default 0,
  -- Since when it waits for staff, counted from the first time: releasing it keeps its wait.
  espera_desde timestamptz,
  -- The closed one that this one goes on from.
  anterior_id uuid references soporte_conversaciones (id),
  resuelta_en timestamptz,
  resuelta_por text,
  -- When its person was told that it would be resolved for lack of an answer.
  anunciada_en timestamptz,
  cerrada_en timestamptz,
  -- The PDF of the transcript, made when it closes.
  pdf_objeto text,
  pdf_sha256 text,
  pdf_firmante text,
  -- When its text was deleted at the end of its term; figures stay.
  borrada_en timestamptz,
  creado_en timestamptz not null,
  actualizado_en timestamptz not null,
  constraint soporte_agente check (estado <> 'enAtencion' or agente_uid is not null)
);
select definir_estados('soporte_conversaciones',
  '{"enEspera": ["enAtencion", "enPersona", "resuelta"], "enAtencion": ["enEspera", "enPersona", "resuelta"],
  "enPersona": ["enEspera", "enAtencion", "resuelta"], "resuelta": ["enEspera", "cerrada"], "cerrada": []}');
create index soporte_conversaciones_persona on soporte_conversaciones (persona_id, actualizado_en desc);
create index soporte_conversaciones_espera on soporte_conversaciones (espera_desde, id) where estado = 'enEspera';
create index soporte_conversaciones_agente on soporte_conversaciones (agente_uid, actualizado_en desc) where agente_uid is not null;
create index soporte_conversaciones_cambio on soporte_conversaciones (actualizado_en);

create table soporte_mensajes (
  conversacion_id uuid not null references soporte_conversaciones (id) on delete cascade,
  n integer not null,
  autor text not null check (autor in ('persona', 'agente', 'portal')),
  -- Null: the portal.
  autor_uid text,
  -- Of the browser that sent it: sent again, it is the same message.
  cliente_id uuid not null,
  -- Without what is sensitive.
  texto text not null,
  -- Marked by its author: its text is sealed, out of searches, mails and PDF.
  sellado text,
  busqueda text generated always as (plegar(texto)) stored,
  creado_en timestamptz not null,
  primary key (conversacion_id, n)
);
create unique index soporte_mensajes_cliente on soporte_mensajes (conversacion_id, autor_uid, cliente_id);
create index soporte_mensajes_busqueda on soporte_mensajes using gin (busqueda gin_trgm_ops);

-- Notes among staff: apart, with callables of their own, so that no filter can show them to the person.
create table soporte_notas (
  id uuid primary key default gen_random_uuid(),
  conversacion_id uuid not null references soporte_conversaciones (id) on delete cascade,
  autor_uid text not null,
  cliente_id uuid not null,
  texto text not null,
  -- After which message it was written.
  tras integer not null,
  creado_en timestamptz not null
);
create unique index soporte_notas_cliente on soporte_notas (conversacion_id, autor_uid, cliente_id);

-- Up to which message each has read; it only grows.
create table soporte_lecturas (
  conversacion_id uuid not null references soporte_conversaciones (id) on delete cascade,
  uid text not null,
  leido_hasta integer not null,
  leido_en timestamptz not null,
  -- When the one mail of this absence was sent.
  avisado_en timestamptz,
  primary key (conversacion_id, uid)
);

create table soporte_adjuntos (
  id uuid primary key default gen_random_uuid(),
  conversacion_id uuid not null references soporte_conversaciones (id) on delete cascade,
  n integer not null,
  nombre text not null,
  content_type text not null,
  bytes integer not null,
  objeto text not null,
  sha256 text not null,
  -- Something harmful was found in it afterwards.
  retirado_en timestamptz,
  creado_en timestamptz not null,
  foreign key (conversacion_id, n) references soporte_mensajes (conversacion_id, n) on delete cascade
);
create index soporte_adjuntos_mensaje on soporte_adjuntos (conversacion_id, n);
create index soporte_adjuntos_objeto on soporte_adjuntos (objeto);

create table soporte_valoraciones (
  conversacion_id uuid primary key references soporte_conversaciones (id) on delete cascade,
  valor text not null check (valor in ('si', 'enParte', 'no')),
  comentario text not null default '',
  creado_en timestamptz not null
);

-- Canned answers with closed fields.
create table soporte_respuestas (
  id uuid primary key default gen_random_uuid(),
  clave text not null unique,
  titulo text not null,
  texto text not null,
  retirada_en timestamptz,
  revision integer not null default 1,
  actualizado_por text not null,
  actualizado_en timestamptz not null
);

-- Opening hours: intervals by weekday (1: Monday), several a day; days of the judicial calendar are closed, and exceptions win.
create table soporte_horarios (
  id uuid primary key default gen_random_uuid(),
  dia smallint not null check (dia between 1 and 7),
  de time not null,
  a time not null check (a > de)
);
create table soporte_excepciones (
  fecha date primary key,
  -- Intervals of that day: [["09:00", "14:00"]]; empty: closed.
  intervalos jsonb not null,
  motivo text not null
);

create trigger zz_no_bloqueada after insert on soporte_conversaciones referencing new table as nuevas
  for each statement execute function persona_no_bloqueada();
