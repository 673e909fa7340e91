-- What a mail says is kept as it was asked for; its text and its HTML are written when it goes out.
alter table correos add column contenido jsonb;
update correos set contenido = jsonb_build_object('text', texto) where texto is not null;
alter table correos drop column texto;
