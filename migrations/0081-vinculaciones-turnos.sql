-- Who of the staff is looking at a request for a file: while they do it is nobody else's.
create table vinculaciones_turnos (
  vinculacion_id uuid primary key references vinculaciones (id) on delete cascade,
  uid text not null,
  vence_en timestamptz not null
);
create index vinculaciones_turnos_uid on vinculaciones_turnos (uid);

-- Who decided, and when its person was told: a rejection may be withdrawn until then.
alter table vinculaciones
  add column decidida_por text,
  add column contada_en timestamptz;
update vinculaciones set contada_en = decidida_en where decidida_en is not null;
create index vinculaciones_por_contar on vinculaciones (decidida_en)
  where estado = 'rechazada' and contada_en is null;

select definir_estados('vinculaciones',
  '{"pendiente": ["confirmada", "rechazada"], "confirmada": [], "rechazada": ["pendiente"]}');
