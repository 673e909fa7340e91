-- When somebody of the school decided on what was sent: what they decided may be taken back. Who and why, the history says.
alter table inscripciones add column decidida_en timestamptz;
-- The list of who sent something in an edition, in order of receipt.
create index inscripciones_recibidas on inscripciones (edicion_id, enviada_en, id) where enviada_en is not null;
