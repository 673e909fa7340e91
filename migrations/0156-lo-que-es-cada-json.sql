-- What is kept as `jsonb` and is read as an object or a list is one, whoever writes it by hand: a JSON `null` there, which no
-- program of ours writes, took away every list with that row in it. Not asked of what there is already.
alter table personas_entradas add constraint personas_entradas_datos_objeto check (jsonb_typeof(datos) = 'object') not valid;
alter table catalogo_items_todos add constraint catalogo_items_datos_objeto check (jsonb_typeof(datos) = 'object') not valid;
alter table curso_versiones add constraint curso_versiones_temario_lista check (jsonb_typeof(temario) = 'array') not valid;
