-- Who waits for a seat of a quota is the first of an index of that quota's people: those of other quotas are never passed over
-- one by one. See docs/decisions/0095.

-- One row for each quota that somebody is of who waits without an offer; kept by triggers, in the transaction that changes them.
create table edicion_filas_cupos (
  edicion_id uuid not null,
  grupo_id uuid not null,
  clave text not null,
  puntos integer not null,
  enviada_en timestamptz not null,
  inscripcion_id uuid not null,
  primary key (inscripcion_id, clave)
);
create index edicion_filas_cupos_turno on edicion_filas_cupos (edicion_id, grupo_id, clave, enviada_en, inscripcion_id);
create index edicion_filas_cupos_puntos on edicion_filas_cupos
  (edicion_id, grupo_id, clave, puntos desc, enviada_en, inscripcion_id);

create function fila_cupos_anotar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.estado = 'enListaDeEspera' and old.lugar_vence_en is null then
    delete from edicion_filas_cupos c where c.inscripcion_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.estado = 'enListaDeEspera' and new.lugar_vence_en is null then
    insert into edicion_filas_cupos
      select distinct new.edicion_id, coalesce(new.grupo_id, '00000000-0000-0000-0000-000000000000'::uuid), q.clave, new.puntos,
        new.enviada_en, new.id from unnest(new.cupos) q (clave);
  end if;
  return null;
end $$;
create trigger fila_cupos_nueva after insert on inscripciones
  for each row when (new.estado = 'enListaDeEspera' and new.cupos <> '{}') execute function fila_cupos_anotar();
create trigger fila_cupos_otra after update of estado, lugar_vence_en, edicion_id, grupo_id, enviada_en, puntos, cupos on inscripciones
  for each row when ((old.estado = 'enListaDeEspera' or new.estado = 'enListaDeEspera')
    and (old.cupos <> '{}' or new.cupos <> '{}')
    and (old.estado, old.lugar_vence_en, old.edicion_id, old.grupo_id, old.enviada_en, old.puntos, old.cupos)
      is distinct from (new.estado, new.lugar_vence_en, new.edicion_id, new.grupo_id, new.enviada_en, new.puntos, new.cupos))
  execute function fila_cupos_anotar();
create trigger fila_cupos_ida after delete on inscripciones
  for each row when (old.estado = 'enListaDeEspera' and old.cupos <> '{}') execute function fila_cupos_anotar();

insert into edicion_filas_cupos
  select distinct i.edicion_id, coalesce(i.grupo_id, '00000000-0000-0000-0000-000000000000'::uuid), q.clave, i.puntos, i.enviada_en, i.id
  from inscripciones i cross join unnest(i.cupos) q (clave)
  where i.estado = 'enListaDeEspera' and i.lugar_vence_en is null;

-- What these were for.
drop index inscripciones_fila_cupos;
drop index inscripciones_fila_cupos_puntos;
