-- Who left before migration 0085 has no moment of it, and the nightly check would say so for ever: what the history says, else the
-- last moment at which the inscripción was written.
update inscripciones i set baja_en = coalesce(
  (select coalesce((h.despues ->> 'en')::timestamptz, h.momento) from historial h
   where h.entidad = 'inscripcion' and h.entidad_id = i.id::text
     and h.accion in ('inscripcion.darDeBaja', 'inscripcion.cancelarEdicion')
   order by h.id desc limit 1),
  greatest(i.enviada_en, i.actualizado_en))
where i.estado = 'baja' and i.baja_en is null;
