import { sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../../platform/server/db/index.ts';
import { itemNombre } from '../../../../catalogos/server/reading.ts';
import { empleoEscritoDesde } from '../../../../personas/server/reading.ts';
import { lugaresDeCupo, VERSION_DE } from '../../../../plantillas/server/reading.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { all, deCual, isoDe } from '../../server/reading.ts';

/**
 * Inscripciones of which the history says that letters were written that are not in the queue, or that say the folio of another; and
 * those that were sent and nobody was written. But for what somebody took off the queue, what is so old that it may be gone, and
 * where data were suppressed since: letters go with the address. `dias`: for how long one is there for sure. Of what was written before the history said which
 * (November 2026) nothing tells.
 */
export const selectCorreosPerdidos = (db: Db, { ahora, dias }: { ahora: Date; dias: number }) =>
  all(
    db,
    sql`with escritos as materialized (
        select i.id as inscripcion_id, h.id, h.despues ->> 'folio' as folio, q.carta #>> '{}' as carta
        from historial h join inscripciones i on i.id::text = h.entidad_id
        left join lateral jsonb_path_query(h.despues, '$.correos[*]') q (carta) on true
        where h.entidad = 'inscripcion' and h.despues ? 'correos'
          and h.momento > greatest(now(), ${ahora}::timestamptz) - make_interval(days => ${dias}::int)
          and h.id > (select coalesce(max(s.id), 0) from historial s where s.accion = 'inscripcion.suprimirSensibles')
      ), perdidos as materialized (
        select t.inscripcion_id, t.id, t.carta, case when c.id is not null then 'otra' end as otra
        from escritos t left join correos c on c.id::text = t.carta
        where case when t.carta is null then t.folio is not null else c.id is null
          or replace(c.contenido -> 'ficha' ->> 'folio', '-', '') <> t.folio end)
      select ${deCual('t.inscripcion_id')} as donde, t.otra as dice, null as son from perdidos t
      where t.carta is null or t.otra is not null or not exists (select from historial x
        where x.entidad = 'correo' and x.entidad_id = t.carta and x.accion = 'correo.descartar')
      order by t.id`,
  );

/** Who has a seat, or one that is kept for them. */
const conLugar = sql`(${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} or i.lugar_vence_en is not null)`;

/**
 * Seats that are of another quota than the one that they were taken of: as the history says that it was decided, or as the
 * database wrote down because it was another one (`cupo_tomado`). That is only so when others took all that are kept for that quota: as
 * many as might, besides, must have been sent.
 */
export const selectCuposCambiados = (db: Db) =>
  all(
    db,
    sql`select ${deCual('t.id')} as donde, t.dice, t.son from (
        select i.id, coalesce(i.cupo_clave, '') as dice, coalesce(i.cupo_tomado, h.despues ->> 'cupo', '') as son,
          case when i.cupo_tomado <> h.despues ->> 'cupo' then h.despues ->> 'cupo' end as decidido, i.edicion_id, v.definicion
        from inscripciones i join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
        left join lateral (select h.id, h.despues from historial h where h.entidad = 'inscripcion'
          and h.entidad_id = i.id::text and h.despues ? 'cupo' order by h.id desc limit 1) h on true
        where ${conLugar} and (i.cupo_tomado is not null or h.id is not null)) t
      where t.dice <> t.son or (t.decidido is not null and (select count(*) from inscripciones o
        where o.edicion_id = t.edicion_id and o.id <> t.id and o.enviada_en is not null and t.decidido = any(o.cupos)
          and not (${inEstado(INSCRIPCION, 'o.estado', 'enListaDeEspera')} and o.lugar_vence_en is null and o.decidida_en is null))
          < ${lugaresDeCupo('t.definicion', 't.decidido')})
      order by t.id`,
  );

/**
 * What counts in another circuit than where its person worked when it was sent, by what their file says of that day, where nobody has written
 * that or the catalogs since, nor passed it to another file. Of others nothing that was recorded tells. A day before, for whoever
 * wrote it while it was sent.
 */
export const selectCircuitosCambiados = (db: Db) =>
  all(
    db,
    sql`with otras as materialized (
        select i.id, i.persona_id, i.circuito_id, i.enviada_en - interval '1 day' as desde,
          circuito_de_persona(i.persona_id, dia_de_inscripcion(i)) as debe
        from inscripciones i where i.enviada_en is not null and not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}
          and i.circuito_id is distinct from circuito_de_persona(i.persona_id, dia_de_inscripcion(i)))
      select ${deCual('t.id')} as donde, ${itemNombre('t.circuito_id')} as dice, ${itemNombre('t.debe')} as son from otras t
      where not ${empleoEscritoDesde(sql`t.persona_id`, sql`t.desde`)}
        and not exists (select from historial h where h.entidad = 'inscripcion' and h.entidad_id = t.id::text
          and h.accion in ('inscripcion.cambiarPersona', 'inscripcion.suprimirSensibles'))
      order by t.id`,
  );

/** What was left, offered or decided at another instant than the last of it in the history. */
export const selectFechasCambiadas = (db: Db) =>
  all(
    db,
    sql`select ${deCual('t.id')} as donde, t.guardada::text as dice, t.en as son from (
        select i.id, h.en, case h.que when 'baja' then i.baja_en when 'oferta' then i.lugar_ofrecido_en
          else i.decidida_en end as guardada
        from (select distinct on (h.entidad_id, k.que) h.entidad_id, k.que, h.despues ->> 'en' as en
          from historial h join (values ('inscripcion.darDeBaja', 'baja'), ('inscripcion.cancelarEdicion', 'baja'),
            ('inscripcion.ofrecerLugar', 'oferta'), ('inscripcion.admitirPorConvocatoria', 'oferta'), ('inscripcion.aceptar', 'decision'), ('inscripcion.formar', 'decision'),
            ('inscripcion.rechazar', 'decision'), ('inscripcion.reconsiderar', 'decision')) k (accion, que) on k.accion = h.accion
          where h.entidad = 'inscripcion' order by h.entidad_id, k.que, h.id desc) h
        join inscripciones i on i.id::text = h.entidad_id) t
      where t.en <> ${isoDe('t.guardada')} order by t.id`,
  );

/**
 * Who was written a message of the school, or was not, as it is kept and as the history says; with `todas`, also of which it says
 * nothing. Whoever has their data cancelled is forgotten.
 */
export const selectMensajesCambiados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select t.donde, t.dice, null as son from (
        select ${deCual('i.id')} as donde, i.id, null as dice
        from historial h join inscripciones i on i.id::text = h.entidad_id
        where h.entidad = 'inscripcion' and h.accion = 'inscripcion.escribir'
          and not exists (select from mensajes_destinatarios x where x.mensaje_id::text = h.despues ->> 'mensajeId'
            and x.inscripcion_id = i.id and x.correos > 0)
          and not exists (select from historial s where s.entidad = 'inscripcion' and s.entidad_id = h.entidad_id
            and s.accion = 'inscripcion.suprimirSensibles')
        union all select ${deCual('x.inscripcion_id')}, x.inscripcion_id, m.asunto
        from mensajes_destinatarios x join mensajes_inscritos m on m.id = x.mensaje_id
        where x.correos > 0 and ${todas} and not exists (select from historial h where h.entidad = 'inscripcion'
          and h.entidad_id = x.inscripcion_id::text and h.accion = 'inscripcion.escribir'
          and h.despues ->> 'mensajeId' = m.id::text)) t
      order by t.id`,
  );
