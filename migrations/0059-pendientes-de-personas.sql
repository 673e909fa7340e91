-- Every screen of staff counts them each minute: only those that wait are read, not everybody.
create index personas_sin_curp on personas_todas (id) where curp is null;
create index personas_por_revisar on personas_todas (id)
  where cardinality(discrepancias) > 0 and discrepancias_revisadas_en is null;
