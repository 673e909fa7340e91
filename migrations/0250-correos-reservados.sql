-- The affair that a letter belongs to, when those who take part in it may not see its letters listed («convocatoria:<id>»).
alter table correos add column reserva text;
