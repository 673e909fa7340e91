-- The directory in the order of names: of a million people a page is read, not sorted. The key ends the text, so
-- that no two are the same.
create index personas_orden on personas_todas (busqueda);
