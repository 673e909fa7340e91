import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { correosDePersona } from '../../../identidad/server/reading.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';

const dondeEsParte = (
  { personaId, email }: Pick<Actor, 'personaId' | 'email'>,
  convocatorias: readonly string[] | null,
) => sql<{ id: string }>`
    with suyos as (select lower(${email}) as correo union select lower(m.correo) from ${correosDePersona(personaId)} m)
    select cv.id from convocatorias cv where ${convocatorias === null ? sql`true` : sql`cv.id = any(${convocatorias}::uuid[])`} and (
      exists (select from presolicitudes p where p.convocatoria_id = cv.id and p.persona_id = ${personaId})
      or exists (select from solicitudes s where s.convocatoria_id = cv.id and s.persona_id = ${personaId})
      or exists (select from recomendaciones r join solicitudes s on s.id = r.solicitud_id
        where s.convocatoria_id = cv.id and lower(r.correo) in (select correo from suyos)))`;

/** The calls, of these (null: of all), in which somebody applies or recommends, whatever became of it. */
export const selectDondeEsParte = async (
  db: Db | Trx,
  actor: Pick<Actor, 'personaId' | 'email'>,
  convocatorias: readonly string[] | null,
): Promise<string[]> => {
  const { rows } = await dondeEsParte(actor, convocatorias).execute(db);
  return rows.map(({ id }) => id);
};

/** How letters say that they belong to a call (`correos.reserva`). */
const RESERVA = 'convocatoria:';
export const reservaDe = (convocatoriaId: string): string => RESERVA + convocatoriaId;

/** The `correos.reserva` of the calls in which somebody applies or recommends. */
export const reservasDe = (actor: Pick<Actor, 'personaId' | 'email'>) =>
  sql`select ${sql.lit(RESERVA)} || de.id from (${dondeEsParte(actor, null)}) de`;

/**
 * Rows of `historial` that are of a record of posgrado and of none of the other calls: also of records that are gone. And the seats of
 * these calls, and the files that exams were imported from, which do not say of which call they are.
 */
export const isDeSuyas =
  (suyas: readonly string[]) =>
  (tabla: string): RawBuilder<boolean> => {
    const [entidad, id, despues] = ['entidad', 'entidad_id', 'despues'].map((columna) =>
      sql.ref(`${tabla}.${columna}`),
    );
    const ajena = sql`not (cv.id = any(${suyas}::uuid[]))`;
    const deConvocatoria = (registro: string, de: RawBuilder<unknown>) =>
      sql`select ${sql.lit(registro)}, t.id::text from ${de} t join convocatorias cv on cv.id = t.convocatoria_id where ${ajena}`;
    const deSolicitud = (registro: string, de: RawBuilder<unknown>) =>
      sql`select ${sql.lit(registro)}, r.id::text from ${de} r join solicitudes t on t.id = r.solicitud_id
        join convocatorias cv on cv.id = t.convocatoria_id where ${ajena}`;
    const deEtapa = (registro: string, de: RawBuilder<unknown>) =>
      sql`select ${sql.lit(registro)}, r.id::text from ${de} r join convocatoria_etapas t on t.id = r.etapa_id
        join convocatorias cv on cv.id = t.convocatoria_id where ${ajena}`;
    const etapas = sql`convocatoria_etapas`;
    const otras = [
      sql`select 'convocatoria', cv.id::text from convocatorias cv where ${ajena}`,
      deConvocatoria('modificacion', sql`convocatoria_modificaciones`),
      deConvocatoria('presolicitud', sql`presolicitudes`),
      deConvocatoria('solicitud', sql`solicitudes`),
      deConvocatoria('evaluador', sql`evaluadores`),
      deConvocatoria('ranking', sql`rankings`),
      deConvocatoria('inconformidad', sql`inconformidades`),
      ...['etapa', 'evaluacion', 'examen', 'entrevista'].map((registro) =>
        deConvocatoria(registro, etapas),
      ),
      sql`select 'reconsideracion', r.id::text from reconsideraciones r join presolicitudes t on t.id = r.presolicitud_id
        join convocatorias cv on cv.id = t.convocatoria_id where ${ajena}`,
      deSolicitud('exclusion', sql`exclusiones`),
      deSolicitud('recomendacion', sql`recomendaciones`),
      deSolicitud('impedimento', sql`impedimentos`),
      deEtapa('asignacion', sql`asignaciones`),
      deEtapa('examen', sql`examenes`),
      deEtapa('entrevista', sql`horarios`),
    ];
    const registros = sql.join(REGISTROS.map((registro) => sql.lit(registro)));
    return sql<boolean>`((${entidad} in (${registros}) and (${entidad}, ${id}) not in (${sql.join(otras, sql` union all `)}))
      or (${entidad} = 'inscripcion' and ${id} in (select i.id::text from ${INSCRITA.tables}
        join convocatorias cv on cv.edicion_id = i.edicion_id where cv.id = any(${suyas}::uuid[])))
      or coalesce(${despues} ->> 'hoja' = 'examen', false))`;
  };

/** Kinds of record of posgrado in the history. */
const REGISTROS = [
  ...['convocatoria', 'modificacion', 'exclusion', 'presolicitud', 'solicitud', 'reconsideracion'],
  ...['recomendacion', 'evaluador', 'asignacion', 'impedimento', 'evaluacion', 'etapa', 'examen'],
  ...['entrevista', 'ranking', 'inconformidad'],
] as const;
