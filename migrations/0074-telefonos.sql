-- Telephones that were shown to be their person's (docs/decisions/0059). A message to a telephone waits in the
-- same queue as a mail, and its gateway may be down while the mail server is not.
alter table correos add column medio text not null default 'correo' check (medio in ('correo', 'telefono'));
create index correos_telefonos_por_enviar on correos (urgente desc, proximo)
  where estado = 'pendiente' and medio = 'telefono';

alter table correos_servidor add column medio text not null default 'correo'
  check (medio in ('correo', 'telefono'));
alter table correos_servidor drop constraint correos_servidor_pkey;
alter table correos_servidor drop column unico;
alter table correos_servidor add primary key (medio);
alter table correos_servidor alter column medio drop default;

-- One of a person's numbers: the code that was sent there and is not spent, or since when it is verified.
create table personas_telefonos (
  -- Deferred: a merge that is undone puts both back, in whatever order.
  entrada_id uuid primary key references personas_entradas (id) on delete cascade deferrable initially deferred,
  persona_id uuid not null references personas_todas (id),
  -- As it was when the code was asked for: it is that number that is verified, and no other.
  numero text not null,
  -- Keyed, with the entry and the number.
  hash text,
  vence_en timestamptz,
  intentos integer not null default 0,
  enviado_en timestamptz not null,
  verificado_en timestamptz,
  check ((hash is null) = (vence_en is null)),
  check (hash is null or verificado_en is null)
);
create index personas_telefonos_persona on personas_telefonos (persona_id);

-- Whoever changes a number, by whatever way, takes its verification from it: it is another telephone.
create function telefono_cambiado() returns trigger language plpgsql as $$
begin
  delete from personas_telefonos where entrada_id = new.id;
  return null;
end $$;
create trigger telefono_cambiado after update of datos on personas_entradas
  for each row when (old.apartado = 'telefono' and old.datos ->> 'numero' is distinct from new.datos ->> 'numero')
  execute function telefono_cambiado();
