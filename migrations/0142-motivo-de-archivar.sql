-- Why a version was archived with no other in its place, where the version is shown; null: another one took its place. What was
-- said until now stands in the history alone, from where it comes once.
alter table plantilla_versiones add column archivada_motivo text;
update plantilla_versiones v set archivada_motivo = h.motivo
  from historial h
  where v.estado = 'archivada' and h.accion = 'version.archivar' and h.entidad_id = v.id::text;
