-- A contact address can be withdrawn, or give its place to another one: what was sent to it goes there.
alter table correos_contacto add column retirado_en timestamptz;
alter table correos_contacto add column cambiado_por text;
alter table correos_contacto
  add foreign key (uid, cambiado_por) references correos_contacto (uid, email) on delete cascade;
alter table correos_contacto drop constraint correos_contacto_check1;
alter table correos_contacto add constraint correos_contacto_estado check (
  case
    when retirado_en is not null then hash is null and confirmado_en is null
    else cambiado_por is null and (hash is not null or confirmado_en is not null)
  end
);
