-- A job's policy is asked of what the job was given: an import says of which list it is. The ones asked for
-- before said only of which file.
update trabajos_visibles v
  set datos = v.datos || jsonb_build_object('hoja', coalesce(
    (select i.hoja from importaciones i where i.id = v.id),
    (select a.hoja from trabajos_archivos a where a.id = (v.datos->>'archivo')::uuid),
    ''))
  where v.tipo = 'hojas-importar' and not v.datos ? 'hoja';
