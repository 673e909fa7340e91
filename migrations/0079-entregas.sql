-- The copy of somebody's data that staff have made for a request of theirs: of whoever has no account. See
-- docs/decisions/0062.
alter table copias_datos add column tramite_id uuid references tramites_arco (id);
-- The digest of what opens it, which was mailed to the address of the request.
alter table copias_datos add column enlace_hash text;
create index copias_datos_tramite on copias_datos (tramite_id) where tramite_id is not null;
