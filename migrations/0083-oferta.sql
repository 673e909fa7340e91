-- What a course says is kept by versions: an edition is shown, printed and counted under the version that it was given
-- with, whatever the course says later (docs/decisions/0065).
alter table cursos
  -- [{titulo, contenido}], in order.
  add column temario jsonb not null default '[]' check (jsonb_typeof(temario) = 'array'),
  add column requisitos text not null default '',
  -- No more editions are made of it.
  add column retirado_en timestamptz,
  add column actualizado_en timestamptz not null default now();

create table curso_versiones (
  id uuid primary key default gen_random_uuid(),
  curso_id uuid not null references cursos (id) on delete cascade,
  numero integer not null,
  clave text not null,
  nombre text not null,
  tipo_id uuid not null references catalogo_items_todos (id),
  modalidad_id uuid not null references catalogo_items_todos (id),
  area_id uuid not null references catalogo_items_todos (id),
  horas integer not null,
  creditos numeric(6, 2),
  objetivo text not null,
  temario jsonb not null,
  requisitos text not null,
  creado_en timestamptz not null default now(),
  unique (curso_id, numero),
  unique (id, curso_id)
);
create index curso_versiones_tipo on curso_versiones (tipo_id);
create index curso_versiones_modalidad on curso_versiones (modalidad_id);
create index curso_versiones_area on curso_versiones (area_id);

-- Whoever writes a course writes its next version: here, so that no statement can forget it.
create function curso_nueva_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.clave, new.nombre, new.tipo_id, new.modalidad_id, new.area_id, new.horas, new.creditos,
      new.objetivo, new.temario, new.requisitos) is not distinct from (old.clave, old.nombre, old.tipo_id,
      old.modalidad_id, old.area_id, old.horas, old.creditos, old.objetivo, old.temario, old.requisitos) then
    return null;
  end if;
  insert into curso_versiones (curso_id, numero, clave, nombre, tipo_id, modalidad_id, area_id, horas, creditos,
      objetivo, temario, requisitos, creado_en)
    select new.id, coalesce(max(v.numero), 0) + 1, new.clave, new.nombre, new.tipo_id, new.modalidad_id, new.area_id,
      new.horas, new.creditos, new.objetivo, new.temario, new.requisitos, new.actualizado_en
    from curso_versiones v where v.curso_id = new.id;
  return null;
end $$;
create trigger curso_nueva_version after insert or update on cursos
  for each row execute function curso_nueva_version();
insert into curso_versiones (curso_id, numero, clave, nombre, tipo_id, modalidad_id, area_id, horas, creditos, objetivo,
    temario, requisitos, creado_en)
  select id, 1, clave, nombre, tipo_id, modalidad_id, area_id, horas, creditos, objetivo, temario, requisitos, creado_en
  from cursos;

create function curso_version_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'una versión de un curso no cambia';
end $$;
create trigger curso_version_inmutable before update on curso_versiones
  for each row execute function curso_version_inmutable();

alter table ediciones
  add column curso_version_id uuid,
  -- Out of 10; null: none is asked.
  add column calificacion_minima numeric(4, 2) default 8 check (calificacion_minima between 0 and 10),
  -- Per cent of the sessions; null: none is asked.
  add column asistencia_minima smallint default 80 check (asistencia_minima between 0 and 100),
  add column cancelacion_motivo text,
  -- Where those who were enrolled may enrol instead.
  add column cancelacion_alternativa_id uuid references ediciones (id),
  add column actualizado_en timestamptz not null default now();
update ediciones e set curso_version_id = v.id from curso_versiones v where v.curso_id = e.curso_id;
alter table ediciones alter column curso_version_id set not null;
alter table ediciones add constraint ediciones_curso_version
  foreign key (curso_version_id, curso_id) references curso_versiones (id, curso_id);
create index ediciones_curso_version on ediciones (curso_version_id);
create index ediciones_inicia on ediciones (inicia, id);
create index ediciones_alternativa on ediciones (cancelacion_alternativa_id) where cancelacion_alternativa_id is not null;

-- An edition is given under what its course says today, unless whoever writes it says which version.
create function edicion_version_de_hoy() returns trigger language plpgsql as $$
begin
  if new.curso_version_id is null then
    select v.id into new.curso_version_id from curso_versiones v
      where v.curso_id = new.curso_id order by v.numero desc limit 1;
  end if;
  return new;
end $$;
create trigger edicion_version_de_hoy before insert on ediciones
  for each row execute function edicion_version_de_hoy();

-- Groups of an edition, each with its own seats; an edition without groups has only its own.
create table edicion_grupos (
  id uuid primary key default gen_random_uuid(),
  edicion_id uuid not null references ediciones (id) on delete cascade,
  nombre text not null,
  horario text not null default '',
  cupo integer not null check (cupo > 0),
  ocupados integer not null default 0 check (ocupados between 0 and cupo),
  orden integer not null default 0,
  unique (edicion_id, nombre),
  unique (id, edicion_id)
) with (fillfactor = 50);
alter table inscripciones add column grupo_id uuid;
alter table inscripciones add constraint inscripciones_grupo
  foreign key (grupo_id, edicion_id) references edicion_grupos (id, edicion_id);
create index inscripciones_grupo on inscripciones (grupo_id) where grupo_id is not null;

create table edicion_docentes (
  id uuid primary key default gen_random_uuid(),
  edicion_id uuid not null references ediciones (id) on delete cascade,
  grupo_id uuid,
  nombre text not null,
  -- «Titular», «Adjunta», «Coordinación»…
  papel text not null default '',
  semblanza text not null default '',
  orden integer not null default 0,
  foreign key (grupo_id, edicion_id) references edicion_grupos (id, edicion_id)
);
create index edicion_docentes_edicion on edicion_docentes (edicion_id, orden);
create index edicion_docentes_grupo on edicion_docentes (grupo_id) where grupo_id is not null;

-- When it meets: of everybody, or of one group. Hours are those of Mexico City.
create table edicion_sesiones (
  id uuid primary key default gen_random_uuid(),
  edicion_id uuid not null references ediciones (id) on delete cascade,
  grupo_id uuid,
  fecha date not null,
  de time not null,
  a time not null check (a > de),
  tema text not null default '',
  lugar text not null default '',
  foreign key (grupo_id, edicion_id) references edicion_grupos (id, edicion_id)
);
create index edicion_sesiones_edicion on edicion_sesiones (edicion_id, fecha, de);
create index edicion_sesiones_grupo on edicion_sesiones (grupo_id) where grupo_id is not null;
