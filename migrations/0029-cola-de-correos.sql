-- correos is the queue of what goes out, and no longer a job of pg-boss for each mail.
alter table correos drop constraint correos_estado_check;
alter table correos
  add constraint correos_estado_check check (estado in ('pendiente', 'enviado', 'fallido')),
  -- Somebody waits in front of the screen for it.
  add column urgente boolean not null default false,
  add column intentos integer not null default 0,
  -- Not before; by the portal's clock.
  add column proximo timestamptz not null default now(),
  -- Tried until then.
  add column caduca timestamptz not null default now() + interval '5 days',
  -- The process that is sending it, which renews the term while it lives; by the database's clock.
  add column reservado_por uuid,
  add column reservado_hasta timestamptz,
  -- Why the last try failed: the mail server takes nothing (servidor), not now (espera), the address
  -- is refused for ever (destinatario), the message is (mensaje). And what the server answered.
  add column causa text check (causa in ('servidor', 'espera', 'destinatario', 'mensaje')),
  add column respuesta text,
  add column fallido_en timestamptz;
alter table correos
  add constraint correos_fallido_check check ((estado = 'fallido') = (fallido_en is not null));

-- What the old queue gave up waits here since; what is too old to be sent unasked, an Admin decides.
update correos set estado = 'fallido', fallido_en = now(), causa = 'servidor'
  where estado = 'pendiente' and creado_en < now() - interval '5 days';

create index correos_por_enviar on correos (urgente desc, proximo) where estado = 'pendiente';
create index correos_fallidos on correos (fallido_en desc) where estado = 'fallido';

-- Addresses that refuse mail for ever, until one is accepted there.
create table correos_rechazos (
  direccion text primary key,
  desde timestamptz not null,
  respuesta text
);

-- One row while the mail server takes nothing from us: nothing is sent until hasta, then one mail is
-- tried. Shared by all server processes.
create table correos_servidor (
  unico boolean primary key default true check (unico),
  desde timestamptz not null,
  ultima timestamptz not null,
  fallas integer not null default 1,
  hasta timestamptz not null,
  respuesta text
);

do $$ begin
  if to_regclass('trabajos.queue') is not null then
    perform trabajos.delete_queue(name) from trabajos.queue where name = 'correo-enviar';
  end if;
end $$;
