-- A new address of an account counts once its mailbox answered: the code says which address it is for.
alter table codigos drop constraint codigos_tipo_check;
alter table codigos add check (tipo in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'));
alter table codigos add column email text;
alter table codigos add check ((tipo = 'VERIFY_AND_CHANGE_EMAIL') = (email is not null));
