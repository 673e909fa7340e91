-- The list of accounts is read from a row on in the order of their names. An entrance writes neither of these columns: when
-- somebody last entered has no index, which would have each entrance write it.
create index cuentas_orden on cuentas (display_name, uid);
