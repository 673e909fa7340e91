import { sql } from 'kysely';
import { inEstado, inGrupo, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { digestOfJsonb } from '../../../../platform/server/db/jsonb.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { ACUSE_DE_ENVIO } from '../../../inscripciones/acuse/server/reading.ts';
import { INSCRIPCION } from '../../../inscripciones/estados.ts';
import { all, nombre } from '../../../inscripciones/invariantes/server/reading.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { ASIGNACION, IMPEDIMENTO, PRESOLICITUD, SOLICITUD } from '../../estados.ts';

/** Both forms, each with its state machine. */
const FORMAS = [
  { registro: 'presolicitud', tabla: 'presolicitudes', maquina: PRESOLICITUD },
  { registro: 'solicitud', tabla: 'solicitudes', maquina: SOLICITUD },
] as const;
export type Forma = (typeof FORMAS)[number];

/** Runs a check on both forms. */
export const ofBoth = async <T>(find: (forma: Forma) => Promise<T[]>): Promise<T[]> => [
  ...(await find(FORMAS[0])),
  ...(await find(FORMAS[1])),
];

/** Column of `posgrado_envios` that leads to the form. */
const envioDe = ({ registro }: Forma) => sql.ref(`n.${registro}_id`);

/** Names a form `t` by its call and its folio, or its id: `from ${conDonde(forma)}`. */
const dondeDe = ({ registro }: Forma) =>
  registro === 'solicitud'
    ? sql`${nombre} || ', solicitud ' || coalesce(t.folio, t.id::text)`
    : sql`${nombre} || ', presolicitud ' || coalesce((select a.folio from posgrado_envios n
        join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id where n.presolicitud_id = t.id order by n.numero limit 1), t.id::text)`;
const conDonde = ({ tabla }: Forma) => sql`${sql.table(tabla)} t
  join convocatorias cv on cv.id = t.convocatoria_id join ${ACTIVIDAD.tables} on e.id = cv.edicion_id`;

/** People with more than one living form in a call. */
export const selectDobles = (db: Db, forma: Forma) =>
  all(
    db,
    sql`select ${nombre} as donde, count(*)::text as dice, ${forma.registro} as son from ${conDonde(forma)}
      where t.depurada_en is null and ${notInGrupo(forma.maquina, 'cerradas', 't.estado')}
      group by e.id, c.nombre, e.nombre, t.persona_id having count(*) > 1 order by e.id`,
  );

/** Forms that were sent, of which what was sent is not kept. */
export const selectSinEnvio = (db: Db, forma: Forma) =>
  all(
    db,
    sql`select ${dondeDe(forma)} as donde, null as dice, null as son from ${conDonde(forma)}
      where t.depurada_en is null and not ${inEstado(forma.maquina, 't.estado', 'borrador')}
        and not exists (select from posgrado_envios n where ${envioDe(forma)} = t.id) order by t.id`,
  );

/** What was sent and has no acuse. */
export const selectSinAcuse = (db: Db, forma: Forma) =>
  all(
    db,
    sql`select ${dondeDe(forma)} as donde, n.numero::text as dice, null as son from ${conDonde(forma)}
      join posgrado_envios n on ${envioDe(forma)} = t.id
      where not exists (select from ${ACUSE_DE_ENVIO.tables} where a.envio_id = n.id) order by n.id`,
  );

/** The digest that the history keeps of each sending (`writeEnvio`), of what is kept now. */
const HUELLA = digestOfJsonb(
  sql`jsonb_build_array(a.datos, n.respuestas, n.evaluacion, n.sensibles)`,
);

/**
 * Sendings that are not those of which the history kept the digest, or are gone; with `todas`, also of which the history says nothing. The
 * sensitive answers of a cancelled file were deleted by right, and with them goes what the digest can be compared with; a form whose data
 * were erased has no sendings.
 */
export const selectEnviosAlterados = (db: Db, forma: Forma, todas: boolean) =>
  all(
    db,
    sql`select ${dondeDe(forma)} as donde, coalesce(n.numero::text, h.numero) as dice,
        case when n.id is null then 'falta' when h.huella is null then 'sin' else 'otra' end as son
      from (select h.entidad_id, h.despues ->> 'numero' as numero, h.despues ->> 'huella' as huella from historial h
        where h.entidad = ${forma.registro} and h.despues ? 'huella' and h.despues ? 'numero') h
      full join (select n.*, ${envioDe(forma)}::text as de from posgrado_envios n where ${envioDe(forma)} is not null) n
        on n.de = h.entidad_id and n.numero::text = h.numero
      join ${conDonde(forma)} on t.id::text = coalesce(n.de, h.entidad_id)
      left join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id
      where t.depurada_en is null and (n.id is null or h.huella is distinct from ${HUELLA}) and (h.huella is not null or ${todas})
        and not (n.id is not null and n.sensibles is null and exists (select from historial x where x.entidad = ${forma.registro}
          and x.entidad_id = t.id::text and x.accion = ${`${forma.registro}.suprimirSensibles`}))
      order by t.id`,
  );

/** What was sent, as the history says, and is not there: nothing sent is ever deleted. */
export const selectPerdidas = (db: Db, { registro, tabla }: Forma) =>
  all(
    db,
    sql`select distinct ${registro} || ' ' || coalesce(h.despues ->> 'folio', h.entidad_id) as donde, null as dice, null as son
      from historial h where h.entidad = ${registro} and h.despues ? 'huella'
        and not exists (select from ${sql.table(tabla)} t where t.id::text = h.entidad_id) order by 1`,
  );

/** Forms in another state than the last that the history says; with `todas`, also of which it says nothing. */
export const selectSinHistoria = (db: Db, forma: Forma, todas: boolean) =>
  all(
    db,
    sql`select ${dondeDe(forma)} as donde, h.estado as dice, t.estado as son from ${conDonde(forma)}
      left join lateral (select h.despues ->> 'estado' as estado from historial h where h.entidad = ${forma.registro}
        and h.entidad_id = t.id::text and h.despues ? 'estado' order by h.id desc limit 1) h on true
      where not ${inEstado(forma.maquina, 't.estado', 'borrador')} and (h.estado is not null or ${todas})
        and h.estado is distinct from t.estado order by t.id`,
  );

const SOLICITUDES = FORMAS[1];
const donde = dondeDe(SOLICITUDES);

/** Scores of evaluators who may not judge: impeded, of another call, the applicants themselves, or who never declared it. */
export const selectDictamenesImpedidos = (db: Db) =>
  all(
    db,
    sql`select ${donde} as donde, case when v.convocatoria_id <> t.convocatoria_id then 'ajena'
        when v.persona_id = t.persona_id then 'propia' when i.id is not null then 'impedida' else 'sin' end as dice, null as son
      from asignaciones s join evaluadores v on v.id = s.evaluador_id join ${conDonde(SOLICITUDES)} on t.id = s.solicitud_id
      left join lateral (select i.id from impedimentos i where i.evaluador_id = s.evaluador_id and i.solicitud_id = s.solicitud_id
        and ${inEstado(IMPEDIMENTO, 'i.estado', 'vigente')} limit 1) i on true
      where ${inGrupo(ASIGNACION, 'vivas', 's.estado')} and (v.convocatoria_id <> t.convocatoria_id or v.persona_id = t.persona_id
        or i.id is not null or (${inEstado(ASIGNACION, 's.estado', 'entregada')} and (s.aceptada_en is null or s.dictamen is null)))
      order by s.id`,
  );

/** Published results whose application and seat do not go together. */
export const selectLugaresSinPaso = (db: Db) =>
  all(
    db,
    sql`select ${donde} as donde, t.estado as dice, case when i.id is null then null else i.estado
        || case when i.lugar_vence_en is null then '' else ' con oferta' end end as son
      from ${conDonde(SOLICITUDES)} left join ${INSCRITA.tables} on i.id = t.inscripcion_id
      where not coalesce(i.persona_id = t.persona_id and i.edicion_id = cv.edicion_id, true) or not case
        when ${inEstado(SOLICITUD, 't.estado', 'admitida')}
          then coalesce(${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')} and i.lugar_vence_en is not null, false)
        when ${inEstado(SOLICITUD, 't.estado', 'listaDeEspera')}
          then coalesce(${inEstado(INSCRIPCION, 'i.estado', 'enListaDeEspera')} and i.lugar_vence_en is null, false)
        when ${inEstado(SOLICITUD, 't.estado', 'inscrita')}
          then coalesce(${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} or ${inEstado(INSCRIPCION, 'i.estado', 'baja')}, false)
        when ${inEstado(SOLICITUD, 't.estado', 'desistida', 'vencida', 'anulada')}
          then i.id is null or ${inGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
        else i.id is null end
      order by t.id`,
  );

/** Inscripciones of an edition entered by a call that no application leads to. */
export const selectLugaresSinSolicitud = (db: Db) =>
  all(
    db,
    sql`select ${nombre} as donde, i.id::text as dice, null as son
      from ${INSCRITA.tables} join ${ACTIVIDAD.tables} on e.id = i.edicion_id and e.convocatoria_id is not null
      where not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}
        and not exists (select from solicitudes t where t.inscripcion_id = i.id) order by i.id`,
  );

/** Applications that left, of which an evaluator read or scored something, or a letter came in, afterwards. */
export const selectAbiertasDespues = (db: Db) =>
  all(
    db,
    sql`select distinct ${donde} as donde, h.accion as dice, null as son from ${conDonde(SOLICITUDES)}
      join lateral (select x.id from historial x where x.entidad = 'solicitud' and x.entidad_id = t.id::text
        and x.despues ->> 'estado' = t.estado order by x.id limit 1) fin on true
      join lateral (
        select s.id::text as id, 'asignacion' as entidad from asignaciones s where s.solicitud_id = t.id
        union all select r.id::text, 'recomendacion' from recomendaciones r where r.solicitud_id = t.id) de on true
      join historial h on h.entidad = de.entidad and h.entidad_id = de.id and h.id > fin.id
        and h.accion in ('asignacion.aceptar', 'asignacion.leer', 'asignacion.guardar', 'asignacion.entregar', 'recomendacion.abrir',
          'recomendacion.recibir')
      where ${inEstado(SOLICITUD, 't.estado', 'desistida', 'anulada')} order by 1`,
  );

/** Evaluators who still have to score what left. */
export const selectPendientesDeMas = (db: Db) =>
  all(
    db,
    sql`select distinct ${donde} as donde, t.estado as dice, null as son from ${conDonde(SOLICITUDES)}
      join asignaciones s on s.solicitud_id = t.id and ${inEstado(ASIGNACION, 's.estado', 'pendiente', 'aceptada')}
      where ${inEstado(SOLICITUD, 't.estado', 'desistida', 'anulada')} order by 1`,
  );

/** Letters that are not the one of which the history kept the digest, or that the history does not know. */
export const selectCartasAlteradas = (db: Db) =>
  all(
    db,
    sql`select ${donde} as donde, null as dice, null as son from recomendaciones r
      join ${conDonde(SOLICITUDES)} on t.id = r.solicitud_id
      join historial h on h.entidad = 'recomendacion' and h.entidad_id = r.id::text and h.accion = 'recomendacion.recibir'
      where r.carta is not null and h.despues ->> 'sha256' is distinct from encode(sha256(convert_to(r.carta, 'UTF8')), 'hex')
      order by r.id`,
  );

/** Rankings that are not the one that the history says was calculated, approved or published. */
export const selectRankingsAlterados = (db: Db, todas: boolean) =>
  all(
    db,
    sql`select ${nombre} || ', ranking ' || k.numero as donde, h.estado as dice, k.estado as son
      from rankings k join convocatorias cv on cv.id = k.convocatoria_id join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
      left join lateral (select h.despues ->> 'estado' as estado from historial h where h.entidad = 'ranking'
        and h.entidad_id = k.id::text and h.despues ? 'estado' order by h.id desc limit 1) h on true
      where (h.estado is not null or ${todas}) and (h.estado is distinct from k.estado or exists (select from historial x
        where x.entidad = 'ranking' and x.entidad_id = k.id::text and x.despues ->> 'sha256' <> k.sha256))
      order by k.id`,
  );
