-- A figure is read from the index alone, whose rows of one ámbito stand together: 43 ms instead of 178 for all areas of
-- five years (a million enrolments).
alter table indicadores_dias drop constraint indicadores_dias_pkey,
  add primary key (ambito_id, dia, en_estado) include (n);
alter table indicadores_meses drop constraint indicadores_meses_pkey,
  add primary key (ambito_id, mes, circuito_id, en_estado) include (n);
