import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, inGrupo, mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { cambiosDe } from '../../../../platform/shared/estados.ts';
import { CUPOS_OCUPADOS } from '../../../cursos/lugares/server/reading.ts';
import { ACTIVIDAD, DE_EDICION } from '../../../cursos/server/reading.ts';
import {
  APROBADA,
  APROBADAS,
  HUELLA_DE_EXCEPCION,
} from '../../../plantillas/excepciones/server/reading.ts';
import { lugaresDeCupo, plantillaNombre, VERSION_DE } from '../../../plantillas/server/reading.ts';
import {
  HUELLA_DE_ENVIO,
  HUELLA_DE_LUGAR,
  HUELLA_DE_SENSIBLES,
} from '../../envio/server/reading.ts';
import { INSCRIPCION } from '../../estados.ts';
import { all, deCual, folioDe, isoDe, nombre } from './reading.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    inscripciones_revisiones: {
      id: Generated<string>;
      revisado_en: Date;
      hallazgos: number;
      ejemplos: ColumnType<unknown, string, never>;
    };
  }
}

/** A seat is theirs, or kept for them. */
const conLugar = sql`(${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} or i.lugar_vence_en is not null)`;
/** Who has a seat and no result. */
const SIN_RESULTADO = INSCRIPCION.pasos.inscribir.a;

/** Editions whose seats taken are not those that people have. */
export const selectLugaresDeEdicion = (db: Db) =>
  all(
    db,
    sql`select ${nombre} as donde, e.ocupados::text as dice, coalesce(n.n, 0)::text as son
      from ${ACTIVIDAD.tables} left join (select i.edicion_id, count(*) as n from inscripciones i
        where ${conLugar} group by 1) n on n.edicion_id = e.id
      where e.ocupados <> coalesce(n.n, 0) order by e.id`,
  );

/** Editions and groups with more taken than there are. */
export const selectSobrecupos = (db: Db) =>
  all(
    db,
    sql`select donde, dice, son from (
        select ${nombre} as donde, e.ocupados::text as dice, e.cupo::text as son, e.id
        from ${ACTIVIDAD.tables} where e.ocupados > e.cupo
        union all select ${nombre} || ', ' || g.nombre, g.ocupados::text, g.cupo::text, g.id
        from ${ACTIVIDAD.tables} join ${DE_EDICION.grupos} on g.edicion_id = e.id where g.ocupados > g.cupo
      ) t order by id`,
  );

/** Groups whose seats taken are not those that people have. */
export const selectLugaresDeGrupo = (db: Db) =>
  all(
    db,
    sql`select ${nombre} || ', ' || g.nombre as donde, g.ocupados::text as dice, coalesce(n.n, 0)::text as son
      from ${ACTIVIDAD.tables} join ${DE_EDICION.grupos} on g.edicion_id = e.id
      left join (select i.grupo_id, count(*) as n from inscripciones i
        where ${conLugar} and i.grupo_id is not null group by 1) n on n.grupo_id = g.id
      where g.ocupados <> coalesce(n.n, 0) order by g.id`,
  );

/** Quotas whose seats taken are not those that people have; of an edition that was cancelled nobody asks. */
export const selectLugaresDeCupo = (db: Db) =>
  all(
    db,
    sql`select ${nombre} || ', ' || t.clave as donde, t.dice::text as dice, t.son::text as son
      from (select coalesce(k.edicion_id, n.edicion_id) as edicion_id, coalesce(k.clave, n.clave) as clave,
          coalesce(k.ocupados, 0) as dice, coalesce(n.n, 0) as son
        from ${CUPOS_OCUPADOS} full join (select i.edicion_id, i.cupo_clave as clave, count(*) as n from inscripciones i
          where ${conLugar} and i.cupo_clave is not null group by 1, 2) n
          on n.edicion_id = k.edicion_id and n.clave = k.clave) t
      join ${ACTIVIDAD.tables} on e.id = t.edicion_id
      where t.dice <> t.son and e.cancelada_en is null order by e.id, t.clave`,
  );

/**
 * Quotas of which more seats are taken than are kept for them. Each was taken under the version of whoever has it, so that there is
 * always somebody whose version keeps as many.
 */
export const selectSobrecuposDeCupo = (db: Db) =>
  all(
    db,
    sql`select ${nombre} || ', ' || t.clave as donde, t.ocupados::text as dice, t.lugares::text as son
      from (select n.edicion_id, n.clave, sum(n.n)::int as ocupados,
          coalesce(max(${lugaresDeCupo('v.definicion', 'n.clave')}), 0) as lugares
        from (select i.edicion_id, i.cupo_clave as clave, i.plantilla_version_id, count(*) as n
          from inscripciones i where ${conLugar} and i.cupo_clave is not null group by 1, 2, 3) n
        join ${VERSION_DE.tables} on v.id = n.plantilla_version_id group by 1, 2) t
      join ${ACTIVIDAD.tables} on e.id = t.edicion_id
      where t.ocupados > t.lugares and e.cancelada_en is null order by e.id, t.clave`,
  );

/** People with more than one living inscripción in an edition. */
export const selectDobles = (db: Db) =>
  all(
    db,
    sql`select ${nombre} as donde, count(*)::text as dice, '1' as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
      group by e.id, c.nombre, e.nombre, i.persona_id having count(*) > 1 order by e.id`,
  );

/** What was decided here, or was sent with one as the history says, and has no acuse. That of a call is the application's. */
export const selectSinAcuse = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where not e.por_convocatoria and not exists (select from acuses a where a.inscripcion_id = i.id) and (i.evaluacion is not null
        or exists (select from historial h where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'folio'))
      order by i.id`,
  );

/**
 * What was sent and is in another state than the last thing that the history says of it; with `todas`, also of which
 * the history says nothing (a demonstration is full of them: nobody did what it shows). Results are recorded as such.
 */
export const selectSinHistoria = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, h.estado as dice, i.estado as son from inscripciones i
      left join lateral (select h.despues ->> 'estado' as estado from historial h
        where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'estado'
        order by h.id desc limit 1) h on true
      where not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')} and (h.estado is not null or ${todas})
        and h.estado is distinct from
          case when ${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} then 'inscrita' else i.estado end
      order by i.id`,
  );

/** People who were passed over: who sent it later has the offer of a seat that they could have had when it was made. */
export const selectSaltados = (db: Db) =>
  all(
    db,
    sql`select ${nombre} as donde, ${folioDe('o.id')} as dice, ${folioDe('w.id')} as son
      from inscripciones o join inscripciones w on w.edicion_id = o.edicion_id and w.id <> o.id
        and ${inEstado(INSCRIPCION, 'w.estado', 'enListaDeEspera')} and w.lugar_vence_en is null
        and w.grupo_id is not distinct from o.grupo_id
        and (o.cupo_clave is null or o.cupo_clave = any(w.cupos))
        and w.puntos >= o.puntos and (w.enviada_en, w.id) < (o.enviada_en, o.id)
        and w.actualizado_en < o.lugar_ofrecido_en
      join ${ACTIVIDAD.tables} on e.id = o.edicion_id
      where o.lugar_ofrecido_en is not null order by o.id, w.id`,
  );

/** What a line is counted by (`fila_plegar`): of each level, so many of the one below. */
const NIVELES = sql`generate_series(0, 4) k (nivel)`;

/** Lines whose count, by which a place in them is said, is not of those who wait: of each, at the lowest level. */
export const selectFilas = (db: Db) =>
  all(
    db,
    sql`select ${nombre} as donde, t.dice::text as dice, t.son::text as son from (
        select edicion_id, cubeta, nivel, sum(dice) as dice, sum(son) as son, min(nivel) over (partition by edicion_id) as primero from (
          select edicion_id, grupo_id, puntos, nivel, cubeta, n as dice, 0 as son from edicion_filas
          union all select c.edicion_id, c.grupo_id, c.puntos, k.nivel, c.instante >> (6 * k.nivel), c.n, 0
            from edicion_filas_cambios c cross join ${NIVELES}
          union all select i.edicion_id, coalesce(i.grupo_id, '00000000-0000-0000-0000-000000000000'), i.puntos,
            k.nivel, fila_instante(i.enviada_en) >> (6 * k.nivel), 0, 1 from inscripciones i cross join ${NIVELES}
          where ${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')} and i.lugar_vence_en is null
        ) x group by edicion_id, grupo_id, puntos, nivel, cubeta having sum(dice) <> sum(son)) t
      join ${ACTIVIDAD.tables} on e.id = t.edicion_id where t.nivel = t.primero order by e.id, t.cubeta`,
  );

/** Lines of a quota, by which its next one is found, that are not of those who wait and are of it. */
export const selectFilasDeCupo = (db: Db) =>
  all(
    db,
    sql`select ${deCual('t.inscripcion_id')} as donde, t.clave as dice, null as son from (
        select edicion_id, grupo_id, clave, puntos, enviada_en, inscripcion_id, 1 as n from edicion_filas_cupos
        union all select distinct i.edicion_id, coalesce(i.grupo_id, '00000000-0000-0000-0000-000000000000'), q.clave, i.puntos,
          i.enviada_en, i.id, -1 from inscripciones i cross join unnest(i.cupos) q (clave)
        where ${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')} and i.lugar_vence_en is null) t
      group by t.edicion_id, t.grupo_id, t.clave, t.puntos, t.enviada_en, t.inscripcion_id having sum(t.n) <> 0
      order by t.inscripcion_id, t.clave`,
  );

/**
 * What is not of the plantilla of its edition, was sent without what it was decided on, or has other points than that says.
 * Imported or made up, it may say no points; those of a call are its place in the results (`selectLugaresAlterados`).
 */
export const selectMalDecididas = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, case when p.id <> e.plantilla_id then 'version'
        when i.evaluacion is null then 'sin' else i.puntos::text end as dice, r.puntos::text as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
      left join lateral (select sum((r #>> '{}')::numeric) as puntos
        from jsonb_path_query(i.evaluacion, '$.resultados[*].puntos ? (@.type() == "number")') r) r on true
      where i.enviada_en is not null and (p.id <> e.plantilla_id or (r.puntos <> i.puntos and not e.por_convocatoria)
        or (i.evaluacion is null and exists (select from acuses a where a.inscripcion_id = i.id)))
      order by i.id`,
  );

/** What was received at another instant than its acuse says. */
export const selectRecibidasAOtraHora = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, i.enviada_en::text as dice, a.emitido_en::text as son
      from inscripciones i join acuses a on a.inscripcion_id = i.id
      where i.enviada_en <> a.emitido_en order by i.id`,
  );

/** Acuses that do not say what they are of: their folio, instant, version, or what the signed history says that was decided. */
export const selectAcusesAlterados = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, a.folio as dice, null as son
      from acuses a join inscripciones i on i.id = a.inscripcion_id
      join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
      left join lateral (select h.despues from historial h where h.entidad = 'inscripcion'
        and h.entidad_id = i.id::text and h.despues ? 'folio' order by h.id limit 1) h on true
      where replace(a.datos ->> 'folio', '-', '') <> a.folio or position(a.clave in a.datos ->> 'url') = 0
        or a.datos ->> 'emitidoEn' <> ${isoDe('a.emitido_en')}
        or a.datos -> 'plantilla' ->> 'version' <> v.numero::text
        or h.despues ->> 'folio' <> a.folio or h.despues ->> 'versionId' <> v.id::text
        or h.despues ->> 'estado' <> a.datos -> 'estado' ->> 'codigo'
      order by i.id`,
  );

/**
 * What was sent whose acuse, answers or evaluation are not those of which the signed history kept the digest when it was sent
 * (`huellaDeEnvio`). Of what was sent before it did (November 2026) nothing recorded says what the acuse printed until its
 * PDF was made, whose digest is in the history: of that, `selectAcusesAlterados` and `selectPdfsCambiados` are all that is known.
 */
export const selectEnviosAlterados = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from historial h join inscripciones i on i.id::text = h.entidad_id join acuses a on a.inscripcion_id = i.id
      where h.entidad = 'inscripcion' and h.despues ? 'huella' and h.despues ->> 'huella' is distinct from ${HUELLA_DE_ENVIO}
      order by i.id`,
  );

/**
 * Seats of calls whose answers, evaluation or place in line are not those of which the signed history kept the digest; with `todas`, also
 * of which it says nothing.
 */
export const selectLugaresAlterados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id and e.por_convocatoria
      left join lateral (select h.despues ->> 'huella' as huella from historial h
        where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'huella' order by h.id desc limit 1) h on true
      where not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')} and h.huella is distinct from ${HUELLA_DE_LUGAR}
        and (h.huella is not null or ${todas}) order by i.id`,
  );

/** What is kept of one, to be read: of whatever format. */
type GuardadaRow = { id: string; respuestas: unknown; evaluacion: unknown; datos: unknown };

/** The next of those whose digest the history does not have (of the others it is compared), after one of them. */
export const selectSinHuella = async (
  db: Db,
  after: string | null,
  limit: number,
): Promise<GuardadaRow[]> => {
  const { rows } = await sql<GuardadaRow>`select i.id, i.respuestas, i.evaluacion, a.datos
    from inscripciones i left join acuses a on a.inscripcion_id = i.id
    where ${after === null ? sql`true` : sql`i.id > ${after}`} and not exists (select from historial h
      where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'huella')
    order by i.id limit ${limit}`.execute(db);
  return rows;
};

/** How these are called. */
export const selectDonde = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ donde: string }>`select ${deCual('i.id')} as donde
    from inscripciones i where i.id = any(${ids}::uuid[]) order by i.id`.execute(db);
  return rows.map(({ donde }) => donde);
};

/** What each version says, and how it is called. */
export const selectVersiones = async (
  db: Db,
): Promise<{ donde: string; definicion: unknown }[]> => {
  const { rows } = await sql<{ donde: string; definicion: unknown }>`
    select p.nombre || ', versión ' || v.numero as donde, v.definicion
    from ${VERSION_DE.tables} order by p.nombre, v.numero`.execute(db);
  return rows;
};

/** Acuses whose PDF is not the one that the history says that was made; with `todas`, also of which it says that none was. */
export const selectPdfsCambiados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from acuses a join inscripciones i on i.id = a.inscripcion_id
      left join historial h on h.entidad = 'acuse' and h.entidad_id = a.folio and h.accion = 'acuse.hacerPdf'
      where h.despues ->> 'sha256' is distinct from a.pdf_sha256 and (h.id is not null or ${todas}) order by i.id`,
  );

/** Answers to what a version asks apart that are among those that are not. */
export const selectSensiblesALaVista = (db: Db) =>
  all(
    db,
    sql`with apartados as (
        select v.id, f ->> 'clave' as clave
        from ${VERSION_DE.tables} cross join jsonb_path_query(v.definicion, '$.secciones[*].campos[*] ? (@.sensible == true)') f)
      select ${deCual('i.id')} as donde, f.clave as dice, null as son
      from apartados f join inscripciones i on i.plantilla_version_id = f.id and i.respuestas ? f.clave order by i.id, f.clave`,
  );

/** Which steps there are, from each state: JSON. */
const LEGALES = JSON.stringify(cambiosDe(INSCRIPCION));

/**
 * Steps of one that the history does not tell: what a state was before is not what it was after the step before, or from it there
 * is no way to the one after; with `todas`, also of which it does not tell the first. A draft is saved many times.
 */
export const selectHistoriasRotas = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('t.inscripcion_id')} as donde, coalesce(t.previo, t.antes) as dice,
        case when t.previo is distinct from t.antes then t.antes else t.despues end as son
      from (select i.id as inscripcion_id, h.id, h.antes ->> 'estado' as antes, h.despues ->> 'estado' as despues,
          lag(h.despues ->> 'estado') over (partition by h.entidad_id order by h.id) as previo
        from historial h join inscripciones i on i.id::text = h.entidad_id
        where h.entidad = 'inscripcion' and h.despues ? 'estado') t
      where t.previo <> t.antes
        or (t.previo is not null and t.antes is null and not ${inEstado(INSCRIPCION, 't.despues', 'borrador')})
        or (t.antes <> t.despues and not ${LEGALES}::jsonb -> t.antes @> to_jsonb(t.despues))
        or (${todas} and t.previo is null and t.antes is not null and not ${inEstado(INSCRIPCION, 't.antes', 'borrador')}) order by t.id`,
  );

/**
 * Inscripciones whose result is not the last that the history says of it; with `todas`, also of which it says none. Of who has a
 * seat `selectSinHistoria` knows no more.
 */
export const selectResultadosCambiados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, coalesce(h.resultado, ${SIN_RESULTADO}) as dice, i.estado as son
      from inscripciones i left join lateral (select h.despues ->> 'resultado' as resultado from historial h
        where h.entidad = 'resultado' and h.entidad_id = i.id::text and h.despues ? 'resultado'
        order by h.id desc limit 1) h on true
      where ${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} and (h.resultado is not null or ${todas})
        and coalesce(h.resultado, ${SIN_RESULTADO}) <> i.estado
      order by i.id`,
  );

/** What was sent, as the history says, and is not there: of what was sent nothing is ever deleted. */
export const selectPerdidas = (db: Db) =>
  all(
    db,
    sql`select 'Folio ' || regexp_replace(h.despues ->> 'folio', '(.{4})(?=.)', '\\1-', 'g') as donde, null as dice, null as son
      from historial h where h.entidad = 'inscripcion' and h.despues ? 'folio'
        and not exists (select from inscripciones i where i.id::text = h.entidad_id) order by h.id`,
  );

/**
 * Inscripciones of somebody who, as the history says, neither sent it nor was it passed to: files that were made one may be two
 * again, and then it is whose it was.
 */
export const selectDeOtraPersona = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from historial s join inscripciones i on i.id::text = s.entidad_id
      where s.entidad = 'inscripcion' and s.despues ? 'folio' and s.persona_id is distinct from i.persona_id
        and not exists (select from historial h where h.entidad = 'inscripcion' and h.entidad_id = s.entidad_id
          and h.accion = 'inscripcion.cambiarPersona'
          and i.persona_id::text in (h.antes ->> 'personaId', h.despues ->> 'personaId'))
      order by i.id`,
  );

/** Offers of a seat that end at another moment than the history says that they do; with `todas`, also that it does not tell. */
export const selectPlazosCambiados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, i.lugar_vence_en::text as dice, h.vence as son
      from inscripciones i left join lateral (select h.despues ->> 'venceEn' as vence from historial h
        where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'venceEn'
        order by h.id desc limit 1) h on true
      where i.lugar_vence_en is not null and h.vence is distinct from ${isoDe('i.lugar_vence_en')}
        and (h.vence is not null or ${todas}) order by i.id`,
  );

/**
 * Approved exceptions of which the history says something else: that nobody approved it, or who asked for it did; whose it is,
 * from which rule, by what or until when. With `todas`, also of which it says nothing.
 */
export const selectExcepcionesCambiadas = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${plantillaNombre('x.plantilla_id')} || ', «' || x.descripcion || '»' as donde, null as dice, null as son
      from ${APROBADAS} cross join lateral (
        select (array_agg(h.despues ->> 'estado' order by h.id desc) filter (where h.despues ? 'estado'))[1] as estado,
          max(h.despues ->> 'venceEn') as vence, max(h.despues ->> 'huella') as huella,
          max(h.actor_uid) filter (where h.accion = 'excepcion.pedir') as pide,
          max(h.actor_uid) filter (where h.accion = 'excepcion.aprobar') as aprueba,
          array_agg(h.persona_id::text) filter (where h.accion = 'excepcion.pedir')
            || array_agg(h.despues ->> 'personaId') filter (where h.accion = 'excepcion.cambiarPersona') as suyas
        from historial h where h.entidad = 'excepcion' and h.entidad_id = x.id::text) h
      where (${todas} or h.estado is not null) and (h.estado is distinct from ${APROBADA}
        or h.vence is distinct from ${isoDe('x.vence_en')} or h.pide is not distinct from h.aprueba
        or h.huella <> ${HUELLA_DE_EXCEPCION} or (h.pide, h.aprueba) is distinct from (x.pedido_por, x.decidido_por)
        or not x.persona_id::text = any(h.suyas))
      order by x.id`,
  );

/**
 * Of what was sent, what was answered apart is not what the history says, or is not there: but where it was suppressed. Of what was
 * sent before the history said it (November 2026) nothing tells.
 */
export const selectSensiblesAlteradas = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, case when r.sellado is null then 'sin' end as dice, null as son
      from historial h join inscripciones i on i.id::text = h.entidad_id
      left join acuses a on a.inscripcion_id = i.id left join respuestas_sensibles r on r.inscripcion_id = i.id
      where h.entidad = 'inscripcion' and h.despues ->> 'huellaSensibles' <> ${HUELLA_DE_SENSIBLES}
        and not (r.sellado is null and exists (select from historial s where s.entidad = 'inscripcion'
          and s.entidad_id = h.entidad_id and s.accion = 'inscripcion.suprimirSensibles'))
      order by i.id`,
  );

/** Answers that are kept apart, sealed, after those of one of them. */
export const selectSelladas = async (
  db: Db,
  after: string | null,
  limit: number,
): Promise<{ id: string; sellado: string }[]> => {
  const { rows } = await sql<{
    id: string;
    sellado: string;
  }>`select r.inscripcion_id as id, r.sellado
    from respuestas_sensibles r where r.sellado is not null
      and ${after === null ? sql`true` : sql`r.inscripcion_id > ${after}`}
    order by r.inscripcion_id limit ${limit}`.execute(db);
  return rows;
};

/** Why somebody was refused or left, which is not what the history says. */
export const selectMotivosCambiados = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i cross join lateral (select h.despues ->> 'motivo' as motivo from historial h
        where h.entidad = 'inscripcion' and h.entidad_id = i.id::text and h.despues ? 'estado'
        order by h.id desc limit 1) h
      where ${inEstado(INSCRIPCION, 'i.estado', 'baja', 'rechazada')} and h.motivo is distinct from
        case when ${inEstado(INSCRIPCION, 'i.estado', 'baja')} then i.baja_motivo else i.decision_motivo end
      order by i.id`,
  );

/** Who is alive in an edition that was cancelled. */
export const selectVivasEnCanceladas = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where e.cancelada_en is not null and ${mayTake(INSCRIPCION, 'cancelarEdicion', 'i.estado')} order by i.id`,
  );

/** People with a seat of a quota who have no seat. */
export const selectCuposSinLugar = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, i.cupo_clave as dice, null as son from inscripciones i
      join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where i.cupo_clave is not null and not ${conLugar} and e.cancelada_en is null order by i.id`,
  );

/** Who has an acuse of something that was never sent, or is a draft again. An acuse of nothing is what the database itself refuses. */
export const selectAcusesSinEnvio = (db: Db) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, a.folio as dice, null as son
      from acuses a join inscripciones i on i.id = a.inscripcion_id
      where i.enviada_en is null or ${inEstado(INSCRIPCION, 'i.estado', 'borrador')} order by i.id`,
  );

/** Seats offered that should have gone to the next in line by `limite`: nobody accepted them, nobody took them back. */
export const selectOfertasVencidas = (db: Db, limite: Date) =>
  all(
    db,
    sql`select ${deCual('i.id')} as donde, null as dice, null as son
      from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      where i.lugar_vence_en < ${limite} order by i.lugar_vence_en, i.id`,
  );

/** How an edition is called. */
export const findNombreDeEdicion = async (db: Db, id: string): Promise<string> => {
  const { rows } = await sql<{ nombre: string }>`
    select ${nombre} as nombre from ${ACTIVIDAD.tables} where e.id = ${id}`.execute(db);
  return rows[0]?.nombre ?? id;
};

export const insertRevision = async (
  db: Db,
  revision: { en: Date; hallazgos: number; ejemplos: readonly { clave: string; texto: string }[] },
): Promise<void> => {
  await db
    .insertInto('inscripciones_revisiones')
    .values({
      revisado_en: revision.en,
      hallazgos: revision.hallazgos,
      ejemplos: JSON.stringify(revision.ejemplos),
    })
    .execute();
};

/** The last time that it was looked at. */
export const findRevision = (db: Db) =>
  db
    .selectFrom('inscripciones_revisiones')
    .select(['revisado_en', 'hallazgos', 'ejemplos'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
