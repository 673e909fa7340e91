-- A course's kind and modality are items of their catalogs, as its area is: renaming one renames it everywhere,
-- and what an Admin adds can be chosen. See docs/decisions/0038.
alter table cursos add column tipo_id uuid references catalogo_items_todos (id);
alter table cursos add column modalidad_id uuid references catalogo_items_todos (id);

-- «En línea» did not say whether with or without a timetable: it stays what it was, an item of its own.
create temporary table de_cursos on commit drop as select * from (values
    ('tipos-actividad', 'curso', 'CURSO', 'Curso', 1), ('tipos-actividad', 'taller', 'TALLER', 'Taller', 2),
    ('tipos-actividad', 'seminario', 'SEMINARIO', 'Seminario', 3),
    ('tipos-actividad', 'diplomado', 'DIPLOMADO', 'Diplomado', 4),
    ('tipos-actividad', 'especialidad', 'ESPECIALIDAD', 'Especialidad', 5),
    ('tipos-actividad', 'maestria', 'MAESTRIA', 'Maestría', 6),
    ('tipos-actividad', 'doctorado', 'DOCTORADO', 'Doctorado', 7),
    ('modalidades', 'presencial', 'PRESENCIAL', 'Presencial', 1), ('modalidades', 'mixta', 'MIXTA', 'Mixta', 2),
    ('modalidades', 'enLinea', 'LINEA', 'En línea', 3)) as n (catalogo, valor, clave, nombre, lugar)
  where exists (select from cursos c where n.valor in (c.tipo, c.modalidad));
insert into catalogo_items_todos (catalogo, clave, nombre, busqueda, orden)
  select n.catalogo, n.clave, n.nombre, translate(lower(n.clave || ' ' || n.nombre), 'áéíóúüñ', 'aeiouun'),
    n.lugar + (select coalesce(max(orden), 0) from catalogo_items_todos i where i.catalogo = n.catalogo)
  from de_cursos n
  where not exists (select from catalogo_items_todos i where i.catalogo = n.catalogo and i.clave = n.clave);

update cursos c set
  tipo_id = (select i.id from de_cursos n join catalogo_items_todos i on i.catalogo = n.catalogo and i.clave = n.clave
    where n.catalogo = 'tipos-actividad' and n.valor = c.tipo),
  modalidad_id = (select i.id from de_cursos n join catalogo_items_todos i on i.catalogo = n.catalogo and i.clave = n.clave
    where n.catalogo = 'modalidades' and n.valor = c.modalidad);
alter table cursos alter column tipo_id set not null;
alter table cursos alter column modalidad_id set not null;
alter table cursos drop column tipo;
alter table cursos drop column modalidad;
create index cursos_tipo on cursos (tipo_id);
create index cursos_modalidad on cursos (modalidad_id);

-- Which kinds of activity are posgrados, said by the catalog.
update catalogo_items_todos
  set datos = datos || jsonb_build_object('posgrado', clave in ('ESPECIALIDAD', 'MAESTRIA', 'DOCTORADO'))
  where catalogo = 'tipos-actividad' and not datos ? 'posgrado';
