-- What is kept for ever: the PDF of an acuse is the one that was handed out first, by its digest.
alter table acuses add column pdf_objeto text;
alter table acuses add column pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$');
alter table acuses add check (pdf_objeto is null or pdf_sha256 is not null);

-- Sensitive answers, apart from the others and sealed with the installation's key.
create table respuestas_sensibles (
  inscripcion_id uuid primary key references inscripciones (id) on delete cascade,
  -- {inscripcionId, respuestas}, encrypted: nobody reads it with SQL alone.
  sellado text,
  -- What an older version had among the other answers; the first start seals it and empties this.
  por_sellar jsonb,
  actualizada_en timestamptz not null default now(),
  check ((sellado is null) <> (por_sellar is null))
);
create index respuestas_sensibles_por_sellar on respuestas_sensibles (inscripcion_id) where por_sellar is not null;

-- Until now nothing could be marked as sensitive, and the one plantilla that asks for something
-- sensitive (the support that somebody needs) kept it with the rest and printed it. It is marked,
-- the answers move, and the acuses stop saying them. The box is a box, and sentences that were not
-- true («corríjalo en su perfil», «aquí recibirá los avisos») leave: the portal now says them itself.
create temporary table sensibles on commit drop as
  select v.id as version_id, c ->> 'clave' as clave, c ->> 'etiqueta' as etiqueta
  from plantilla_versiones v,
    jsonb_array_elements(v.definicion -> 'secciones') s, jsonb_array_elements(s -> 'campos') c
  where c ->> 'clave' in ('apoyos', 'cualApoyo');

alter table plantilla_versiones disable trigger plantilla_version_inmutable;
update plantilla_versiones v set definicion = v.definicion || jsonb_build_object(
  'formato', 2,
  'secciones', (
    select jsonb_agg(
      case when s ->> 'texto' = 'Vienen de su expediente. Si alguno no es correcto, corríjalo en su perfil.'
        then s - 'texto' else s end
      || jsonb_build_object('campos', (
        select jsonb_agg(
          case
            when c ->> 'clave' = 'apoyos' and c ->> 'tipo' = 'declaracion' and c -> 'obligatorio' = 'false'
              then (c - 'texto') || jsonb_build_object('tipo', 'casilla', 'ayuda', left(c ->> 'texto', 500), 'sensible', true)
            when c ->> 'clave' in ('apoyos', 'cualApoyo') then c || '{"sensible": true}'
            when c ->> 'ayuda' = 'Aquí recibirá los avisos de esta edición.' then c - 'ayuda'
            else c
          end order by n)
        from jsonb_array_elements(s -> 'campos') with ordinality as campos (c, n)))
      order by m)
    from jsonb_array_elements(v.definicion -> 'secciones') with ordinality as secciones (s, m)))
  where v.definicion::text like '%corríjalo en su perfil%'
    or v.definicion::text like '%Aquí recibirá los avisos de esta edición.%'
    or exists (select 1 from sensibles s where s.version_id = v.id);
alter table plantilla_versiones enable trigger plantilla_version_inmutable;

insert into respuestas_sensibles (inscripcion_id, por_sellar)
  select i.id, jsonb_object_agg(r.key, r.value)
  from inscripciones i
  join sensibles s on s.version_id = i.plantilla_version_id,
    jsonb_each(i.respuestas) r
  where r.key = s.clave and r.value not in ('false', '""', 'null')
  group by i.id;
update inscripciones i
  set respuestas = i.respuestas - (select array_agg(s.clave) from sensibles s where s.version_id = i.plantilla_version_id)
  where exists (select 1 from sensibles s where s.version_id = i.plantilla_version_id and i.respuestas ? s.clave);
-- An acceptance said «Sí, acepto» and not to what: the version, which never changed, has the text.
create temporary table declaraciones on commit drop as
  select v.id as version_id, c ->> 'etiqueta' as etiqueta, min(c ->> 'texto') as texto
  from plantilla_versiones v,
    jsonb_array_elements(v.definicion -> 'secciones') s, jsonb_array_elements(s -> 'campos') c
  where c ->> 'tipo' = 'declaracion'
  group by v.id, c ->> 'etiqueta';
update acuses a
  set datos = a.datos || jsonb_build_object('secciones', coalesce((
    select jsonb_agg(seccion || jsonb_build_object('respuestas', respuestas) order by m)
    from (
      select seccion, m, (
        select jsonb_agg(
          case when r ->> 'valor' = 'Sí, acepto' and d.texto is not null
            then r || jsonb_build_object('aceptado', d.texto) else r end order by n)
        from jsonb_array_elements(seccion -> 'respuestas') with ordinality as respuestas (r, n)
        left join declaraciones d
          on d.version_id = i.plantilla_version_id and d.etiqueta = r ->> 'etiqueta'
        where not exists (
          select 1 from sensibles s
          where s.version_id = i.plantilla_version_id and s.etiqueta = r ->> 'etiqueta')) as respuestas
      from jsonb_array_elements(a.datos -> 'secciones') with ordinality as secciones (seccion, m)) partes
    where respuestas is not null), '[]'))
  from inscripciones i
  where i.id = a.inscripcion_id;

-- From here on an acuse says for ever what it said, and its PDF is one.
create function acuse_inmutable() returns trigger language plpgsql as $$
begin
  if (new.folio, new.clave, new.inscripcion_id, new.datos, new.emitido_en)
      is distinct from (old.folio, old.clave, old.inscripcion_id, old.datos, old.emitido_en)
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256) then
    raise exception 'un acuse emitido no cambia';
  end if;
  return new;
end $$;
create trigger acuse_inmutable before update on acuses
  for each row execute function acuse_inmutable();
