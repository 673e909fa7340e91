-- How issued documents look: designs by versions, and the pictures that they carry. See docs/decisions/0080.
create table disenos (
  id uuid primary key default gen_random_uuid(),
  tipo text not null,
  nombre text not null,
  -- The one that a document of its kind has when nobody chooses another.
  predeterminado boolean not null default false,
  creado_en timestamptz not null default now(),
  unique (tipo, nombre)
);
create unique index disenos_predeterminado on disenos (tipo) where predeterminado;

create table diseno_versiones (
  id uuid primary key default gen_random_uuid(),
  diseno_id uuid not null references disenos (id),
  numero integer not null check (numero > 0),
  estado text not null,
  definicion jsonb not null,
  -- Moves with each saving: who saves says which one was seen.
  revision integer not null default 0,
  actualizado_en timestamptz not null default now(),
  publicado_en timestamptz,
  publicado_por text,
  archivado_en timestamptz,
  unique (diseno_id, numero),
  check ((estado = 'borrador') = (publicado_en is null))
);
select definir_estados('diseno_versiones', '{"borrador":["publicada"],"publicada":["archivada"],"archivada":[]}');
create unique index diseno_versiones_borrador on diseno_versiones (diseno_id) where estado = 'borrador';
create unique index diseno_versiones_publicada on diseno_versiones (diseno_id) where estado = 'publicada';

-- What was published never changes and is never thrown away, whoever asks: documents were drawn with it.
create function diseno_version_inmutable() returns trigger language plpgsql as $$
begin
  if old.estado = 'borrador' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'una versión publicada de un diseño no se borra'; end if;
  if (new.id, new.diseno_id, new.numero, new.definicion, new.revision, new.publicado_en, new.publicado_por)
      is distinct from (old.id, old.diseno_id, old.numero, old.definicion, old.revision, old.publicado_en, old.publicado_por) then
    raise exception 'una versión publicada de un diseño no cambia';
  end if;
  return new;
end $$;
create trigger diseno_version_inmutable before update or delete on diseno_versiones
  for each row execute function diseno_version_inmutable();

-- Signatures and seals: written again when they arrive, kept by their digest, and never changed.
create table diseno_imagenes (
  id uuid primary key,
  nombre text not null,
  objeto text not null unique,
  sha256 text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes integer not null,
  ancho integer not null,
  alto integer not null,
  creado_en timestamptz not null,
  creado_por text not null
);
create function diseno_imagen_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'una imagen de un diseño no cambia';
end $$;
create trigger diseno_imagen_inmutable before update or delete on diseno_imagenes
  for each row execute function diseno_imagen_inmutable();

-- One of each kind to begin with, which is that of every document of before.
with inicial (tipo, palabra, otorga, porque) as (values
  ('certificado', 'Certificado', 'otorga el presente', 'por haber acreditado'),
  ('credencial', 'Credencial', 'otorga la presente', 'que le acredita en'),
  ('reconocimiento', 'Reconocimiento', 'otorga el presente', 'por su participación en'),
  ('grado', 'Grado', 'otorga el presente', 'por haber cumplido los estudios y el examen de'),
  ('certificacion', 'Certificación', 'otorga la presente', 'por haber demostrado')
), nuevos as (
  insert into disenos (tipo, nombre, predeterminado) select tipo, 'Institucional', true from inicial returning id, tipo
)
insert into diseno_versiones (diseno_id, numero, estado, definicion, publicado_en, publicado_por)
select nuevos.id, 1, 'publicada', jsonb_build_object(
    'formato', 1, 'idioma', 'es',
    'pagina', jsonb_build_object('tamano', 'carta', 'orientacion', 'horizontal', 'margenes',
      jsonb_build_object('arriba', 20, 'abajo', 18, 'izquierda', 26, 'derecha', 26)),
    'estilo', jsonb_build_object('marco', 'filete', 'color', 'marino', 'alineacion', 'centro', 'fondo', true),
    'sello', jsonb_build_object('clase', 'portal', 'imagen', null),
    'textos', jsonb_build_object('titulo', palabra, 'otorga', otorga, 'porque', porque, 'cuerpo', '', 'lugar', '', 'leyenda', ''),
    'datos', true, 'firmantes', '[]'::jsonb),
  now(), 'portal'
from inicial join nuevos using (tipo);

alter table documentos_emitidos add column diseno_version_id uuid references diseno_versiones (id);
update documentos_emitidos d set diseno_version_id = v.id
  from diseno_versiones v join disenos on disenos.id = v.diseno_id where disenos.tipo = d.tipo;
alter table documentos_emitidos alter column diseno_version_id set not null;
create index documentos_emitidos_diseno on documentos_emitidos (diseno_version_id);

-- Which one it is drawn with is said by its version from now on.
create or replace function emitido_inmutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.estado <> 'borrador' then raise exception 'un documento emitido no se borra'; end if;
    return old;
  end if;
  if (new.id, new.tipo, new.folio, new.credencial_id, new.datos, new.diseno_version_id, new.lista, new.indice,
      new.preparado_en, new.preparado_por, new.vence_en, new.sustituye)
      is distinct from (old.id, old.tipo, old.folio, old.credencial_id, old.datos, old.diseno_version_id, old.lista,
      old.indice, old.preparado_en, old.preparado_por, old.vence_en, old.sustituye)
    or (old.emitido_en is not null and new.emitido_en is distinct from old.emitido_en)
    or (old.emitido_por is not null and new.emitido_por is distinct from old.emitido_por)
    or (old.credencial is not null and new.credencial is distinct from old.credencial)
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256) then
    raise exception 'un documento emitido no cambia';
  end if;
  return new;
end $$;
alter table documentos_emitidos drop column diseno;
