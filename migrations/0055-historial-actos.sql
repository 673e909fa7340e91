-- Rows of one act (an import, a request) are one line of the list: by their request and action, in order.
create index historial_acto on historial (peticion_id, accion, id) where peticion_id is not null;
drop index historial_peticion;
