-- Results of an edition: grades, attendance by session, and the acta that closes them. See docs/decisions/0067.

-- What is recorded of an enrolment while its edition has no acta. Each cell has its own version, so that two people at
-- once never undo each other.
create table resultados (
  inscripcion_id uuid primary key references inscripciones (id) on delete cascade,
  calificacion numeric(4, 2) check (calificacion between 0 and 10),
  calificacion_version integer not null default 0,
  observacion text not null default '' check (length(observacion) <= 300),
  observacion_version integer not null default 0,
  actualizado_en timestamptz not null default now(),
  actualizado_por text
) with (fillfactor = 80);

create table asistencias (
  inscripcion_id uuid not null references inscripciones (id) on delete cascade,
  -- A session with something recorded is not deleted.
  sesion_id uuid not null references edicion_sesiones (id),
  marca text check (marca in ('asistio', 'retardo', 'justificada', 'falta')),
  version integer not null default 0,
  actualizado_en timestamptz not null default now(),
  actualizado_por text,
  primary key (inscripcion_id, sesion_id)
);
create index asistencias_sesion on asistencias (sesion_id);

-- One for each edition, with as many versions as corrections.
create table actas (
  id uuid primary key,
  edicion_id uuid not null unique references ediciones (id),
  folio text not null unique,
  version integer not null check (version > 0),
  cerrada_en timestamptz not null,
  cerrada_por text
);

create table acta_versiones (
  acta_id uuid not null references actas (id),
  numero integer not null check (numero > 0),
  motivo text,
  -- What it says, for ever, in its own format.
  datos jsonb not null,
  -- Course and edition as it says them, for who reads many actas of one person.
  actividad jsonb not null generated always as (datos -> 'actividad') stored,
  creado_en timestamptz not null,
  creado_por text,
  -- The PDF that was handed out first: where its bytes are, and their digest (hex).
  pdf_objeto text,
  pdf_sha256 text,
  primary key (acta_id, numero),
  check ((numero = 1) = (motivo is null)),
  check ((pdf_objeto is null) = (pdf_sha256 is null))
);

create function acta_version_inmutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.acta_id, new.numero, new.motivo, new.datos, new.creado_en, new.creado_por)
      is not distinct from (old.acta_id, old.numero, old.motivo, old.datos, old.creado_en, old.creado_por)
      and (old.pdf_sha256 is null or new.pdf_sha256 = old.pdf_sha256) then
    return new;
  end if;
  raise exception 'una versión de un acta no cambia';
end $$;
create trigger acta_version_inmutable before update or delete on acta_versiones
  for each row execute function acta_version_inmutable();

-- What the newest version of an acta says of each enrolment.
create table acta_resultados (
  inscripcion_id uuid primary key references inscripciones (id),
  acta_id uuid not null references actas (id),
  resultado text not null check (resultado in ('acreditada', 'noAcreditada')),
  calificacion numeric(4, 2) check (calificacion between 0 and 10),
  -- Per cent; null: no session counted.
  asistencia numeric(5, 2) check (asistencia between 0 and 100),
  -- The version of the acta that said it first so.
  version integer not null
);
create index acta_resultados_acta on acta_resultados (acta_id);

-- After a correction of the acta, who had passed may not have, and the other way round.
select definir_estados('inscripciones', '{"borrador": ["enviada", "inscrita"],
  "enviada": ["enRevision", "inscrita", "enListaDeEspera", "rechazada"],
  "enRevision": ["inscrita", "enListaDeEspera", "rechazada"], "inscrita": ["baja", "acreditada", "noAcreditada"],
  "enListaDeEspera": ["inscrita", "vencida"], "rechazada": [], "vencida": [], "baja": [],
  "acreditada": ["noAcreditada"], "noAcreditada": ["acreditada"]}');
