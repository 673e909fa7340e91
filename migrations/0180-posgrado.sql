-- Graduate programmes: calls for applications, pre-applications, applications, letters, scoring, ranking and publication.
-- See docs/decisions/0110.

-- An edition that one enters by a call for applications: nobody sends an inscripción to it. `convocatoria_id`: its call, once
-- published; from then on the edition's period of enrolment is the call's period of pre-applications (see `en_edicion`).
alter table ediciones add column por_convocatoria boolean not null default false;
alter table ediciones add column convocatoria_id uuid;

-- Nobody who sent an inscripción finds out later that it was not the way in.
create function edicion_por_convocatoria() returns trigger language plpgsql as $$
begin
  if exists (select from inscripciones i where i.edicion_id = new.id and i.enviada_en is not null) then
    raise exception 'somebody sent an inscripción' using errcode = 'PE005';
  end if;
  return new;
end $$;
create trigger por_convocatoria before update of por_convocatoria on ediciones
  for each row when (new.por_convocatoria <> old.por_convocatoria) execute function edicion_por_convocatoria();

-- What was being sent while its edition became one of those is refused when it comes to hold the edition: as in 0159, but for that.
do $$
declare
  funcion text := pg_get_functiondef('inscripciones_enviar(jsonb)'::regprocedure);
  cambio text[];
  antes text;
begin
  foreach cambio slice 1 in array array[
    ['bool_or(e.cancelada_en is not null)', 'bool_or(e.cancelada_en is not null or e.por_convocatoria)'],
    ['select e.cancelada_en from ediciones e', 'select e.cancelada_en, e.por_convocatoria from ediciones e'],
    ['e.ocupados + k.n <= e.cupo and e.cancelada_en is null', 'e.ocupados + k.n <= e.cupo and e.cancelada_en is null and not e.por_convocatoria'],
    ['if not con_lugares then', 'if exists (select from ediciones e where e.id = any(ediciones_de) and e.por_convocatoria) then
        raise exception ''its edition is entered by a call'' using errcode = ''PE002'';
      end if;
      if not con_lugares then']
  ] loop
    antes := funcion;
    funcion := replace(funcion, cambio[1], cambio[2]);
    if funcion = antes then
      raise exception 'inscripciones_enviar is not as it was: %', cambio[1];
    end if;
  end loop;
  execute funcion;
end $$;

create table convocatorias (
  id uuid primary key default gen_random_uuid(),
  edicion_id uuid not null unique references ediciones (id),
  estado text not null,
  -- Optimistic lock of the draft, and of the plan of stages.
  revision integer not null default 1,
  -- The form of the pre-application; the one of the application is the edition's plantilla.
  presolicitud_plantilla_id uuid not null references plantillas (id),
  -- The versions in force when it was published: they stay whatever is published later.
  presolicitud_version_id uuid references plantilla_versiones (id),
  solicitud_version_id uuid references plantilla_versiones (id),
  presolicitud_abre timestamptz not null,
  presolicitud_cierra timestamptz not null,
  solicitud_abre timestamptz not null,
  solicitud_cierra timestamptz not null,
  recomendaciones_cierra timestamptz not null,
  resultados_en timestamptz not null,
  -- Terms in working days, numbers of people, weights, tie-breaks and quotas: see convocatorias/contract.ts (BASES).
  bases jsonb not null,
  -- SHA-256 (hex) of the secret of the draw, published with the call; the secret is sealed until the results.
  sorteo_hash text,
  sorteo_secreto text,
  -- The first application was sent: weights, minimums, tie-breaks, quotas and formula change by modificación only.
  congelada_en timestamptz,
  formula integer not null default 1,
  publicada_en timestamptz,
  publicada_por text,
  concluida_en timestamptz,
  cancelada_en timestamptz,
  cancelada_motivo text,
  creada_por text not null,
  creado_en timestamptz not null,
  actualizado_en timestamptz not null,
  check (presolicitud_cierra > presolicitud_abre),
  check (solicitud_cierra > solicitud_abre),
  check (estado = 'borrador' or (presolicitud_version_id is not null and solicitud_version_id is not null and sorteo_hash is not null))
);
select definir_estados('convocatorias',
  '{"borrador": ["publicada"], "publicada": ["concluida", "cancelada"], "concluida": [], "cancelada": []}');
create index convocatorias_plantilla on convocatorias (presolicitud_plantilla_id);

-- The offer, the calendars and the lists of editions show when one may enter: the edition says the dates of its published call.
alter table ediciones add foreign key (convocatoria_id) references convocatorias (id);
create function convocatoria_en_edicion() returns trigger language plpgsql as $$
declare vigente uuid := case when new.estado <> 'cancelada' then new.id end;
begin
  update ediciones e set convocatoria_id = vigente, inscripcion_abre = new.presolicitud_abre,
    inscripcion_cierra = new.presolicitud_cierra, version = e.version + 1
  where e.id = new.edicion_id and e.cancelada_en is null and (e.convocatoria_id, e.inscripcion_abre, e.inscripcion_cierra)
    is distinct from (vigente, new.presolicitud_abre, new.presolicitud_cierra);
  return null;
end $$;
-- At the end, when the edition is locked last: one that is being cancelled cancels its call.
create constraint trigger en_edicion after insert or update of estado, presolicitud_abre, presolicitud_cierra on convocatorias
  deferrable initially deferred for each row when (new.estado <> 'borrador') execute function convocatoria_en_edicion();

create table convocatoria_etapas (
  id uuid primary key default gen_random_uuid(),
  convocatoria_id uuid not null references convocatorias (id) on delete cascade,
  orden integer not null,
  tipo text not null check (tipo in ('documental', 'examen', 'rubrica', 'entrevista')),
  nombre text not null,
  -- Per cent of the total; a documental stage has none.
  peso integer not null check (peso between 0 and 100),
  -- Hundredths of a point out of 100 that one must reach to go on; null: none.
  minimo integer check (minimo between 0 and 10000),
  -- The n best go on, with those who tie with the n-th; null: all who reach the minimum.
  corte integer check (corte > 0),
  -- When its scores are due.
  vence_en timestamptz,
  cerrada_en timestamptz,
  cerrada_por text,
  -- Seed of the draw of its assignment, kept so that it can be reproduced.
  semilla text,
  unique (convocatoria_id, orden) deferrable initially deferred
);

create table convocatoria_criterios (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  orden integer not null,
  nombre text not null,
  descripcion text not null default '',
  peso integer not null check (peso > 0),
  -- What 0, 1, 2, 3 and 4 points mean.
  anclas jsonb not null,
  -- Keys of the sections or fields of the application that it looks at, or `recomendaciones`.
  piezas jsonb not null,
  unique (etapa_id, orden) deferrable initially deferred
);

create table convocatoria_modificaciones (
  id uuid primary key default gen_random_uuid(),
  convocatoria_id uuid not null references convocatorias (id) on delete cascade,
  -- The publication of the draft, or a change after it.
  asunto text not null check (asunto in ('publicacion', 'modificacion')),
  -- Given when it comes into force: 0 is the publication, the changes are 1, 2…
  numero integer,
  estado text not null,
  motivo text not null,
  -- The terms before and after, and the revision of the call that it was written on: convocatorias/modificaciones/contract.ts.
  cambios jsonb not null,
  propuesta_por text not null,
  creado_en timestamptz not null,
  decidida_por text,
  decidida_en timestamptz,
  nota text,
  unique (convocatoria_id, numero),
  constraint convocatoria_modificaciones_numerada check (estado <> 'vigente' or numero is not null),
  constraint convocatoria_modificaciones_otra_persona check (decidida_por <> propuesta_por or estado = 'retirada')
);
select definir_estados('convocatoria_modificaciones',
  '{"propuesta": ["vigente", "rechazada", "retirada"], "vigente": [], "rechazada": [], "retirada": []}');
-- One waits at a time: each is written on what the one before left.
create unique index convocatoria_modificaciones_abierta on convocatoria_modificaciones (convocatoria_id) where estado = 'propuesta';

create table presolicitudes (
  id uuid primary key default gen_random_uuid(),
  persona_id uuid not null references personas_todas (id),
  convocatoria_id uuid not null references convocatorias (id),
  estado text not null,
  -- Of the draft, or of the corrections that wait to be sent again. Without the sensitive answers.
  respuestas jsonb not null default '{}',
  -- The sensitive answers, sealed with the id.
  sensibles text,
  -- Keys of the fields whose answer is to be saved in the file too.
  guardar text[] not null default '{}',
  -- When the draft, or the corrections, were last saved; null: everything that was typed has been sent.
  guardado_en timestamptz,
  enviada_en timestamptz,
  decidida_en timestamptz,
  decidida_por text,
  -- Why it is improcedente, retirada or anulada, for its person.
  motivo text,
  -- Keys of the requirements because of which it is improcedente.
  no_cumplidos text[] not null default '{}',
  -- Last instant to answer the observations.
  vence_en timestamptz,
  creado_en timestamptz not null,
  actualizado_en timestamptz not null
);
select definir_estados('presolicitudes',
  '{"borrador": ["enviada"], "enviada": ["conObservaciones", "valida", "improcedente", "retirada", "anulada"],
  "conObservaciones": ["enviada", "vencida", "retirada", "anulada"], "valida": ["enviada", "retirada", "anulada"],
  "improcedente": ["enviada"], "vencida": ["enviada"], "retirada": [], "anulada": []}');
create unique index presolicitudes_viva on presolicitudes (persona_id, convocatoria_id)
  where estado not in ('improcedente', 'vencida', 'retirada', 'anulada');
create index presolicitudes_convocatoria on presolicitudes (convocatoria_id, estado);
create index presolicitudes_persona on presolicitudes (persona_id, creado_en);
create index presolicitudes_vence on presolicitudes (vence_en) where estado = 'conObservaciones';

create table presolicitudes_turnos (
  presolicitud_id uuid primary key references presolicitudes (id) on delete cascade,
  uid text not null,
  vence_en timestamptz not null
);
create index presolicitudes_turnos_uid on presolicitudes_turnos (uid);

create table observaciones (
  id uuid primary key default gen_random_uuid(),
  presolicitud_id uuid not null references presolicitudes (id) on delete cascade,
  estado text not null,
  -- 1 with the first observations, 2 with the next ones.
  ronda integer not null,
  -- Key of the field of the form or of the rule that it is about.
  requisito text not null,
  -- How that is called, as the applicant reads it.
  titulo text not null,
  texto text not null,
  respuesta text,
  respondida_en timestamptz,
  creada_por text not null,
  creado_en timestamptz not null
);
select definir_estados('observaciones', '{"pendiente": ["respondida"], "respondida": []}');
create index observaciones_presolicitud on observaciones (presolicitud_id, ronda);

-- What the reviewer has already approved, requirement by requirement, of one sending.
create table requisitos_validados (
  presolicitud_id uuid not null references presolicitudes (id) on delete cascade,
  envio_numero integer not null,
  requisito text not null,
  validado_por text not null,
  creado_en timestamptz not null,
  primary key (presolicitud_id, envio_numero, requisito)
);

-- A decision on a pre-application that an Admin wants taken back: it waits for another Admin, where there is one.
create table reconsideraciones (
  id uuid primary key default gen_random_uuid(),
  presolicitud_id uuid not null references presolicitudes (id) on delete cascade,
  estado text not null,
  motivo text not null,
  pedida_por text not null,
  creado_en timestamptz not null,
  decidida_por text,
  decidida_en timestamptz,
  nota text,
  -- There was no other Admin who could decide it.
  sin_segunda boolean not null default false,
  constraint reconsideraciones_otra_persona
    check (decidida_por <> pedida_por or sin_segunda or estado = 'retirada')
);
select definir_estados('reconsideraciones',
  '{"pendiente": ["aprobada", "rechazada", "retirada"], "aprobada": [], "rechazada": [], "retirada": []}');
create unique index reconsideraciones_pendiente on reconsideraciones (presolicitud_id) where estado = 'pendiente';
create index reconsideraciones_presolicitud on reconsideraciones (presolicitud_id, creado_en);

create table solicitudes (
  id uuid primary key default gen_random_uuid(),
  persona_id uuid not null references personas_todas (id),
  convocatoria_id uuid not null references convocatorias (id),
  presolicitud_id uuid not null references presolicitudes (id),
  -- By what evaluators and the public results know it: never derived from who it is of.
  folio text unique,
  estado text not null,
  respuestas jsonb not null default '{}',
  sensibles text,
  guardar text[] not null default '{}',
  guardado_en timestamptz,
  enviada_en timestamptz,
  -- Facts of the ranking that were decided when it was sent: keys of the quotas, affirmative action, days of service.
  cupos text[] not null default '{}',
  afirmativa boolean not null default false,
  antiguedad_dias integer,
  motivo text,
  -- The seat: made when the results are published.
  inscripcion_id uuid unique references inscripciones (id),
  creado_en timestamptz not null,
  actualizado_en timestamptz not null,
  check (estado = 'borrador' or folio is not null)
);
select definir_estados('solicitudes',
  '{"borrador": ["enviada"], "enviada": ["enEvaluacion", "noAdmitida", "desistida", "anulada"],
  "enEvaluacion": ["admitida", "listaDeEspera", "noAdmitida", "desistida", "anulada"],
  "admitida": ["inscrita", "desistida", "vencida", "anulada"],
  "listaDeEspera": ["admitida", "desistida", "vencida", "anulada"],
  "noAdmitida": ["enEvaluacion", "admitida", "listaDeEspera"], "inscrita": [], "desistida": [], "vencida": [], "anulada": []}');
create unique index solicitudes_viva on solicitudes (persona_id, convocatoria_id)
  where estado not in ('noAdmitida', 'desistida', 'vencida', 'anulada');
create index solicitudes_convocatoria on solicitudes (convocatoria_id, estado);
create index solicitudes_persona on solicitudes (persona_id, creado_en);
create index solicitudes_presolicitud on solicitudes (presolicitud_id);

-- An application that the school takes out of the contest (falsity, a requirement that was lost): another person approves it.
create table exclusiones (
  id uuid primary key default gen_random_uuid(),
  solicitud_id uuid not null references solicitudes (id) on delete cascade,
  estado text not null,
  motivo text not null,
  propuesta_por text not null,
  creado_en timestamptz not null,
  decidida_por text,
  decidida_en timestamptz,
  nota text,
  constraint exclusiones_otra_persona check (decidida_por <> propuesta_por or estado = 'retirada')
);
select definir_estados('exclusiones',
  '{"propuesta": ["vigente", "rechazada", "retirada"], "vigente": ["levantada"], "rechazada": [], "retirada": [], "levantada": []}');
create unique index exclusiones_abierta on exclusiones (solicitud_id) where estado = 'propuesta';
create index exclusiones_solicitud on exclusiones (solicitud_id);

-- What was sent, each time: it never changes. Of a pre-application or of an application.
create table posgrado_envios (
  id uuid primary key default gen_random_uuid(),
  presolicitud_id uuid references presolicitudes (id),
  solicitud_id uuid references solicitudes (id),
  numero integer not null,
  version_id uuid not null references plantilla_versiones (id),
  respuestas jsonb not null,
  sensibles text,
  evaluacion jsonb not null,
  -- Versions of documents of the vault that it points to.
  documentos uuid[] not null default '{}',
  -- Of this sending: repeated, its answer lost, the same key has the same answer.
  llave uuid,
  enviado_en timestamptz not null,
  check ((presolicitud_id is null) <> (solicitud_id is null)),
  unique (presolicitud_id, numero),
  unique (solicitud_id, numero)
);
create unique index posgrado_envios_llave on posgrado_envios (llave) where llave is not null;
create index posgrado_envios_documentos on posgrado_envios using gin (documentos);

-- An acuse is of an inscripción or of a sending of posgrado.
alter table acuses alter column inscripcion_id drop not null;
alter table acuses add column envio_id uuid unique references posgrado_envios (id);
alter table acuses add constraint acuses_de_uno check ((inscripcion_id is null) <> (envio_id is null));

create table recomendaciones (
  id uuid primary key default gen_random_uuid(),
  solicitud_id uuid not null references solicitudes (id) on delete cascade,
  estado text not null,
  nombre text not null,
  correo text not null,
  institucion text not null,
  relacion text not null,
  -- Digest of the key that opens the letter. The key is derived from the id and this number: a new address has a new one.
  clave_hash text,
  clave_numero integer not null default 0,
  invitada_en timestamptz,
  -- When the last reminder was sent. Until when a letter is received, the call says.
  recordada_en timestamptz,
  abierta_en timestamptz,
  recibida_en timestamptz,
  -- The letter, sealed with the id: {texto, valoraciones}.
  carta text,
  motivo text,
  -- It was opened from a browser where the applicant had entered: staff look at it.
  sospecha boolean not null default false,
  -- It takes the place of one that was declined or lapsed.
  reemplaza_a uuid references recomendaciones (id),
  creado_en timestamptz not null,
  actualizado_en timestamptz not null
);
select definir_estados('recomendaciones',
  '{"porInvitar": ["invitada", "cancelada"], "invitada": ["recibida", "declinada", "vencida", "cancelada"], "recibida": [],
  "declinada": [], "vencida": [], "cancelada": []}');
create index recomendaciones_solicitud on recomendaciones (solicitud_id);
create unique index recomendaciones_clave on recomendaciones (clave_hash) where clave_hash is not null;
create index recomendaciones_invitadas on recomendaciones (solicitud_id) where estado = 'invitada';
create index recomendaciones_correo on recomendaciones (lower(correo));
-- The same person is asked once, unless they let the time pass and it was extended; each letter is replaced once.
create unique index recomendaciones_una on recomendaciones (solicitud_id, lower(correo))
  where estado not in ('cancelada', 'vencida');
create unique index recomendaciones_reemplazo on recomendaciones (reemplaza_a) where reemplaza_a is not null;

create table evaluadores (
  id uuid primary key default gen_random_uuid(),
  -- Named in a draft, they go with it.
  convocatoria_id uuid not null references convocatorias (id) on delete cascade,
  persona_id uuid not null references personas_todas (id),
  -- Stages in which they score; empty: all those with criteria.
  etapas uuid[] not null default '{}',
  nombrado_por text not null,
  creado_en timestamptz not null,
  baja_en timestamptz,
  baja_motivo text
);
create unique index evaluadores_persona on evaluadores (convocatoria_id, persona_id) where baja_en is null;
create index evaluadores_de on evaluadores (persona_id);

create table impedimentos (
  id uuid primary key default gen_random_uuid(),
  evaluador_id uuid not null references evaluadores (id),
  solicitud_id uuid not null references solicitudes (id),
  estado text not null,
  tipo text not null check (tipo in ('mismaPersona', 'organo', 'recomendante', 'jefe', 'asesor', 'apellidos', 'escuela', 'declarado', 'recusado')),
  detalle text not null,
  creada_por text,
  creado_en timestamptz not null,
  resuelto_por text,
  resuelto_en timestamptz,
  resolucion text
);
select definir_estados('impedimentos', '{"porResolver": ["vigente", "descartado"], "vigente": [], "descartado": []}');
create unique index impedimentos_uno on impedimentos (evaluador_id, solicitud_id, tipo);
create index impedimentos_solicitud on impedimentos (solicitud_id);

create table asignaciones (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id),
  evaluador_id uuid not null references evaluadores (id),
  solicitud_id uuid not null references solicitudes (id),
  estado text not null,
  -- The third evaluator of a disagreement; they are not told so.
  tercera boolean not null default false,
  -- Of one made by hand: why. Null: drawn by the stage's seed.
  motivo text,
  asignada_por text,
  creado_en timestamptz not null,
  aceptada_en timestamptz,
  entregada_en timestamptz,
  anulada_en timestamptz,
  anulada_motivo text,
  -- The score (evaluacion/contract.ts, DICTAMEN): {criterios: {criterioId: {puntos: 0..4, comentario}}}; a draft until `entregada_en`.
  dictamen jsonb,
  -- Optimistic lock of the draft.
  revision integer not null default 0,
  actualizado_en timestamptz not null
);
select definir_estados('asignaciones',
  '{"pendiente": ["aceptada", "anulada"], "aceptada": ["entregada", "anulada"], "entregada": ["anulada"], "anulada": []}');
create unique index asignaciones_viva on asignaciones (etapa_id, evaluador_id, solicitud_id)
  where estado in ('pendiente', 'aceptada', 'entregada');
create index asignaciones_evaluador on asignaciones (evaluador_id, estado);
create index asignaciones_solicitud on asignaciones (solicitud_id, etapa_id);

-- Samples that all evaluators score before they begin.
create table calibracion_muestras (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  orden integer not null,
  titulo text not null,
  contenido text not null,
  creado_en timestamptz not null,
  unique (etapa_id, orden)
);
create table calibracion_dictamenes (
  muestra_id uuid not null references calibracion_muestras (id) on delete cascade,
  evaluador_id uuid not null references evaluadores (id),
  dictamen jsonb not null,
  creado_en timestamptz not null,
  primary key (muestra_id, evaluador_id)
);

-- Results of an exam, by versions: questions may be annulled later.
create table examenes (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  numero integer not null,
  motivo text not null,
  importado_por text not null,
  creado_en timestamptz not null,
  unique (etapa_id, numero)
);
create table examen_puntos (
  examen_id uuid not null references examenes (id) on delete cascade,
  solicitud_id uuid not null references solicitudes (id),
  -- Hundredths of a point out of 100; null: absent, which is not 0.
  puntos integer check (puntos between 0 and 10000),
  primary key (examen_id, solicitud_id)
);
create index examen_puntos_solicitud on examen_puntos (solicitud_id);

-- Why the next file of an account is imported into a stage: written before the file is chosen.
create table examen_motivos (
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  guardado_por text not null,
  motivo text not null,
  creado_en timestamptz not null,
  primary key (etapa_id, guardado_por)
);

-- While one is open a stage that was closed takes more versions: questions that are annulled later, a recount. A new ranking follows.
create table examen_correcciones (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  motivo text not null,
  abierta_por text not null,
  creado_en timestamptz not null,
  terminada_por text,
  terminada_en timestamptz
);
create unique index examen_correcciones_abierta on examen_correcciones (etapa_id) where terminada_en is null;

-- Rows of a file that is being imported, until all of them become one version.
create table examen_filas (
  importacion uuid not null,
  solicitud_id uuid not null,
  fila integer not null,
  puntos integer,
  -- The newest version that was seen; 0: none.
  version integer not null,
  primary key (importacion, solicitud_id)
);

create table horarios (
  id uuid primary key default gen_random_uuid(),
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  estado text not null,
  -- Evaluators of the panel.
  panel uuid[] not null,
  inicia timestamptz not null,
  termina timestamptz not null check (termina > inicia),
  lugar text not null,
  -- Stays when the school cancels it: its applicant is told, and their calendar too.
  solicitud_id uuid references solicitudes (id),
  -- Why the school cancelled it, or gave it to that applicant itself.
  motivo text,
  -- For the calendars of its panel.
  secuencia integer not null default 0,
  -- When its applicant and panel were reminded.
  recordado_en timestamptz,
  creado_por text not null,
  creado_en timestamptz not null,
  actualizado_en timestamptz not null
);
select definir_estados('horarios',
  '{"abierto": ["reservado", "cancelado"], "reservado": ["abierto", "realizado", "sinPresentarse", "cancelado"], "realizado": [],
  "sinPresentarse": [], "cancelado": []}');
create unique index horarios_solicitud on horarios (etapa_id, solicitud_id)
  where solicitud_id is not null and estado <> 'cancelado';
create index horarios_etapa on horarios (etapa_id, inicia);
create index horarios_panel on horarios using gin (panel);
create index horarios_por_recordar on horarios (inicia) where estado = 'reservado' and recordado_en is null;

-- What an applicant's calendar knows of their interview, whichever slot it is in.
create table entrevista_citas (
  etapa_id uuid not null references convocatoria_etapas (id) on delete cascade,
  solicitud_id uuid not null references solicitudes (id),
  -- The slot they have, or had last.
  horario_id uuid not null references horarios (id) on delete cascade,
  -- How often they changed it themselves: once at most.
  cambios integer not null default 0,
  secuencia integer not null default 0,
  actualizado_en timestamptz not null,
  primary key (etapa_id, solicitud_id)
);
create index entrevista_citas_solicitud on entrevista_citas (solicitud_id);

create table rankings (
  id uuid primary key default gen_random_uuid(),
  convocatoria_id uuid not null references convocatorias (id),
  numero integer not null,
  estado text not null,
  formula integer not null,
  -- Everything that the order was computed from, and what came of it: ranking/contract.ts. SHA-256 (hex) of both.
  entradas jsonb not null,
  resultado jsonb not null,
  sha256 text not null,
  -- Of one that replaces another: why.
  motivo text,
  calculado_por text not null,
  creado_en timestamptz not null,
  aprobado_por text,
  aprobado_en timestamptz,
  -- When it is to be published: an hour after the approval at least.
  publicar_en timestamptz,
  -- Of one that is published before the day that the call says: why.
  adelanto text,
  publicado_en timestamptz,
  sustituido_en timestamptz,
  -- Why it no longer counts; null: a later one took its place.
  sustituido_motivo text,
  unique (convocatoria_id, numero),
  constraint rankings_otra_persona check (aprobado_por <> calculado_por)
);
select definir_estados('rankings',
  '{"calculado": ["aprobado", "sustituido"], "aprobado": ["publicado", "sustituido"], "publicado": ["sustituido"], "sustituido": []}');
create unique index rankings_publicado on rankings (convocatoria_id) where estado = 'publicado';
create index rankings_por_publicar on rankings (publicar_en) where estado = 'aprobado';
-- At most one waits to be published: another one is not calculated meanwhile.
create unique index rankings_en_curso on rankings (convocatoria_id) where estado in ('calculado', 'aprobado');

-- What anybody may read of the results: folios and places, nothing of who.
create table publicaciones (
  ranking_id uuid primary key references rankings (id),
  convocatoria_id uuid not null references convocatorias (id),
  publicado_en timestamptz not null,
  retirar_en timestamptz not null,
  resultados jsonb not null
);
create index publicaciones_convocatoria on publicaciones (convocatoria_id, publicado_en);

create table inconformidades (
  id uuid primary key default gen_random_uuid(),
  folio text not null unique,
  persona_id uuid not null references personas_todas (id),
  convocatoria_id uuid not null references convocatorias (id),
  presolicitud_id uuid references presolicitudes (id),
  solicitud_id uuid references solicitudes (id),
  sobre text not null check (sobre in ('improcedencia', 'exclusion', 'etapa', 'resultado')),
  -- The stage that was not passed.
  etapa_id uuid references convocatoria_etapas (id),
  -- When what it contests was notified.
  notificada_en timestamptz not null,
  estado text not null,
  texto text not null,
  -- Last instant of the school's term to answer.
  vence_en timestamptz not null,
  asignada_a text,
  resuelta_por text,
  resuelta_en timestamptz,
  resolucion text,
  -- What follows from one that is granted, and the stage that it is about.
  consecuencia text,
  consecuencia_etapa_id uuid references convocatoria_etapas (id),
  creado_en timestamptz not null,
  actualizado_en timestamptz not null,
  check ((presolicitud_id is null) <> (solicitud_id is null))
);
select definir_estados('inconformidades',
  '{"presentada": ["enEstudio", "retirada"], "enEstudio": ["fundada", "infundada", "retirada"], "fundada": [], "infundada": [],
  "retirada": []}');
create index inconformidades_convocatoria on inconformidades (convocatoria_id, estado);
create index inconformidades_persona on inconformidades (persona_id, creado_en);
create unique index inconformidades_abierta on inconformidades (coalesce(presolicitud_id, solicitud_id), sobre)
  where estado in ('presentada', 'enEstudio');

do $$
declare tabla text;
begin
  foreach tabla in array array['presolicitudes', 'solicitudes', 'evaluadores', 'inconformidades'] loop
    execute format('create trigger zz_no_bloqueada after insert on %I referencing new table as nuevas
      for each statement execute function persona_no_bloqueada()', tabla);
  end loop;
end $$;
