-- What the school wrote to those who sent an inscripción, and to whom. See docs/decisions/0085.
create table mensajes_inscritos (
  id uuid primary key,
  plantilla_id uuid not null references plantillas (id),
  asunto text not null,
  texto text not null,
  -- To how many it was to go when it was asked for.
  personas integer not null check (personas > 0),
  trabajo_id uuid not null,
  pedido_en timestamptz not null,
  pedido_por text not null
);
create index mensajes_inscritos_plantilla on mensajes_inscritos (plantilla_id, pedido_en desc, id);

create table mensajes_destinatarios (
  mensaje_id uuid not null references mensajes_inscritos (id),
  inscripcion_id uuid not null references inscripciones (id) on delete cascade,
  -- Null: it is still to be sent.
  atendido_en timestamptz,
  -- To how many addresses it went; 0: its person has no account.
  correos smallint,
  primary key (mensaje_id, inscripcion_id),
  check ((atendido_en is null) = (correos is null))
);
create index mensajes_destinatarios_inscripcion on mensajes_destinatarios (inscripcion_id);

-- What was said is what was sent.
create function mensaje_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'un mensaje enviado no cambia';
end $$;
create trigger mensaje_inmutable before update of asunto, texto, plantilla_id, pedido_en, pedido_por on mensajes_inscritos
  for each row execute function mensaje_inmutable();
create trigger mensaje_atendido before update on mensajes_destinatarios
  for each row when (old.atendido_en is not null) execute function mensaje_inmutable();
