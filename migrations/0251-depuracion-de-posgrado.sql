-- Data of applicants who did not enter a programme are erased when their term is over: what stays says of nobody.
alter table presolicitudes alter column persona_id drop not null;
alter table solicitudes alter column persona_id drop not null;
alter table inconformidades alter column persona_id drop not null;
-- When it was erased: the row has no person, answers nor reasons.
alter table presolicitudes add column depurada_en timestamptz;
alter table solicitudes add column depurada_en timestamptz;
alter table presolicitudes add constraint presolicitudes_de_alguien check ((persona_id is null) = (depurada_en is not null));
alter table solicitudes add constraint solicitudes_de_alguien check ((persona_id is null) = (depurada_en is not null));
