-- A session is not deleted while something is said of somebody in it (0087). What was said and taken back is nothing: a mark
-- that is empty goes with its session.
create function quitar_marcas_vacias() returns trigger language plpgsql as $$
begin
  delete from asistencias where sesion_id = old.id and marca is null;
  return old;
end $$;
create trigger quitar_marcas_vacias before delete on edicion_sesiones
  for each row execute function quitar_marcas_vacias();
