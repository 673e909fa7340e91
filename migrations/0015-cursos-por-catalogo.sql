-- Courses and editions point to the area and the venue of the catalog, not to their names: renaming one
-- renames it everywhere, and one in use is not deleted.
alter table cursos add column area_id uuid references catalogo_items (id);
alter table ediciones add column sede_id uuid references catalogo_items (id);

-- Names that the catalogs do not have become items of them, with the key that the reference data would
-- give: its first twenty letters, or a digest when that is another item's.
create function pg_temp.agregar_nombres(de text, nombres text[]) returns void language sql as $$
  with nuevos as (
    select n.nombre, left(trim(both '_' from upper(regexp_replace(
        translate(lower(n.nombre), 'áéíóúüñ', 'aeiouun'), '[^a-z0-9]+', '_', 'g'))), 20) as clave,
      row_number() over (order by n.nombre) as n
    from (select distinct unnest(nombres) as nombre) n
    where not exists (
      select from catalogo_items i where i.catalogo = de and lower(i.nombre) = lower(n.nombre))
  )
  insert into catalogo_items (catalogo, clave, nombre, busqueda, orden)
  select de,
    case when clave = '' or exists (
        select from catalogo_items i where i.catalogo = de and i.clave = nuevos.clave)
      or exists (select from nuevos o where o.clave = nuevos.clave and o.n < nuevos.n)
      then 'X' || upper(left(md5(nombre), 11)) else clave end,
    nombre, translate(lower(clave || ' ' || nombre), 'áéíóúüñ', 'aeiouun'),
    n + (select coalesce(max(orden), 0) from catalogo_items where catalogo = de)
  from nuevos
$$;
update cursos set area = 'Sin área' where trim(area) = '';
select pg_temp.agregar_nombres('areas', (select array_agg(area) from cursos));
select pg_temp.agregar_nombres('sedes',
  (select array_agg(sede) from ediciones where trim(sede) <> ''));

update cursos c set area_id = (select i.id from catalogo_items i
  where i.catalogo = 'areas' and lower(i.nombre) = lower(c.area) order by i.activo desc, i.orden limit 1);
update ediciones e set sede_id = (select i.id from catalogo_items i
  where i.catalogo = 'sedes' and lower(i.nombre) = lower(e.sede) order by i.activo desc, i.orden limit 1);

alter table cursos alter column area_id set not null;
alter table cursos drop column area;
alter table ediciones drop column sede;
create index cursos_area on cursos (area_id);
create index ediciones_sede on ediciones (sede_id);
