-- What a draft keeps besides its answers: the group that was chosen, and what of it is to be saved in the file too. Of what was
-- sent it says nothing more.
alter table inscripciones add column borrador jsonb;
