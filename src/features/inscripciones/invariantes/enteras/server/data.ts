import { sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../../platform/server/db/index.ts';
import { ACTIVIDAD, DE_EDICION } from '../../../../cursos/server/reading.ts';
import { PERSONAS_QUE_HAY } from '../../../../personas/server/reading.ts';
import { HUELLA_DE_VERSION, VERSION_DE } from '../../../../plantillas/server/reading.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { all, deCual } from '../../server/reading.ts';

/** Inscripciones of a person, in an edition, a group or under a version that is not there, and acuses of none. */
export const selectHuerfanas = (db: Db) =>
  all(
    db,
    sql`select t.donde, t.dice, null as son from (
        select ${deCual('i.id')} as donde, i.id, case
          when not exists (select from ${PERSONAS_QUE_HAY} where pt.id = i.persona_id) then 'la persona'
          when not exists (select from ${ACTIVIDAD.tables} where e.id = i.edicion_id) then 'la edición'
          when not exists (select from ${VERSION_DE.tables} where v.id = i.plantilla_version_id) then 'la versión de su plantilla'
          when i.grupo_id is not null and not exists (select from ${DE_EDICION.grupos}
            where g.id = i.grupo_id and g.edicion_id = i.edicion_id) then 'el grupo' end as dice
        from inscripciones i
        union all select 'Folio ' || regexp_replace(a.folio, '(.{4})(?=.)', '\\1-', 'g'), a.inscripcion_id, 'la inscripción'
        from acuses a where a.inscripcion_id is not null and not exists (select from inscripciones i where i.id = a.inscripcion_id)
      ) t where t.dice is not null order by t.id`,
  );

/** How much the clocks of two servers may differ. */
const RELOJES = sql`interval '1 minute'`;

/** What an inscripción says that its state does not have, or lacks of what it has. */
export const selectMalMarcadas = (db: Db) =>
  all(
    db,
    sql`select t.donde, t.dice, t.estado as son from (
        select ${deCual('i.id')} as donde, i.id, i.estado, case
          when ${inEstado(INSCRIPCION, 'i.estado', 'borrador')} <> (i.enviada_en is null) then 'recibida'
          when ${inEstado(INSCRIPCION, 'i.estado', 'baja')} <> (i.baja_en is not null)
            or (i.baja_en is null and i.baja_motivo is not null) then 'baja'
          when i.decision_motivo is not null and not ${inEstado(INSCRIPCION, 'i.estado', 'rechazada')} then 'rechazo'
          when (i.lugar_ofrecido_en is null) <> (i.lugar_vence_en is null) or i.lugar_vence_en <= i.lugar_ofrecido_en
            or (i.lugar_vence_en is not null and not ${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')}) then 'oferta'
          when i.cupo_clave is not null and not i.cupo_clave = any(i.cupos) then 'cupo'
          when ${inEstado(INSCRIPCION, 'i.estado', 'borrador')} and (i.evaluacion is not null or i.puntos <> 0 or i.cupos <> '{}'
            or i.llave is not null or i.circuito_id is not null or i.decidida_en is not null) then 'borrador'
          when least(i.baja_en, i.decidida_en, i.lugar_ofrecido_en) < i.enviada_en - ${RELOJES} then 'antes' end as dice
        from inscripciones i) t where t.dice is not null order by t.id`,
  );

/**
 * What the school decided, or did not, as it is kept and as the history says; with `todas`, also of which it says nothing. By it a
 * decision may be taken back, and who was admitted is known by it to the rules.
 */
export const selectDecisionesCambiadas = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, h.accion as dice, i.decidida_en::text as son
      from inscripciones i left join lateral (select h.accion from historial h
        where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.accion in
          ('inscripcion.aceptar', 'inscripcion.formar', 'inscripcion.rechazar', 'inscripcion.reconsiderar')
        order by h.id desc limit 1) h on true
      where (i.decidida_en is not null) <> (coalesce(h.accion, 'inscripcion.reconsiderar') <> 'inscripcion.reconsiderar')
        and (h.accion is not null or ${todas}) order by i.id`,
  );

/**
 * Versions that do not say what they said when they were published, by the digest that the signed history kept of it. Of those of
 * before it did (November 2026) nothing tells.
 */
export const selectVersionesAlteradas = (db: Db) =>
  all(
    db,
    sql`select p.nombre || ', versión ' || v.numero as donde, null as dice, null as son
      from historial h join ${VERSION_DE.tables} on v.id::text = h.entidad_id
      where h.entidad = 'version' and h.accion = 'version.publicar' and h.despues ->> 'huella' <> ${HUELLA_DE_VERSION}
      order by h.id`,
  );

/** Who waits for a seat in an edition that began before `hoy` (YYYY-MM-DD): nobody will be offered one. */
export const selectEsperasTerminadas = (db: Db, hoy: string) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where ${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')} and i.lugar_vence_en is null and e.inicia < ${hoy}
      order by i.id`,
  );
