-- When whom it excuses was told that an exception ends soon: once. See docs/decisions/0085.
alter table excepciones add column avisado_en timestamptz;
create index excepciones_por_vencer on excepciones (vence_en) where estado = 'vigente' and avisado_en is null;
create index excepciones_por_aprobar on excepciones (creado_en) where estado = 'pendiente';
