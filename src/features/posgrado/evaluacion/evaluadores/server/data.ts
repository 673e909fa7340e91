import { sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../../cursos/server/reading.ts';
import { correoDe, correosDePersona, uidDe } from '../../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import { ASIGNACION } from '../../../estados.ts';

export type EvaluadorRow = PersonaRow & {
  id: string;
  convocatoria_id: string;
  persona_id: string;
  etapas: string[];
  creado_en: Date;
  baja_en: Date | null;
  baja_motivo: string | null;
  /** Null: there is no account. */
  uid: string | null;
  correo: string | null;
};

const COLUMNS = sql`v.id, v.convocatoria_id, v.persona_id, v.etapas, v.creado_en, v.baja_en, v.baja_motivo,
  ${uidDe('pe.id')} as uid, ${correoDe('pe.id')} as correo, ${PERSONA.columns}`;

/** All that a call has and had; those whose file is not to be seen are left out. */
export const selectEvaluadores = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<EvaluadorRow[]> => {
  const { rows } = await sql<EvaluadorRow>`
    select ${COLUMNS} from evaluadores v join ${PERSONA.tables} on pe.id = v.persona_id
    where v.convocatoria_id = ${convocatoriaId}
    order by v.baja_en nulls first, pe.nombre_completo, v.id`.execute(db);
  return rows;
};

/** One, whatever became of it; undefined too when its person's file is not to be seen. */
export const findEvaluador = async (
  db: Db | Trx,
  id: string,
): Promise<EvaluadorRow | undefined> => {
  const { rows } = await sql<EvaluadorRow>`
    select ${COLUMNS} from evaluadores v join ${PERSONA.tables} on pe.id = v.persona_id
    where v.id = ${id}`.execute(db);
  return rows[0];
};

/** Null: that person evaluates there already. The index decides. */
export const insertEvaluador = async (
  trx: Trx,
  row: {
    convocatoriaId: string;
    personaId: string;
    etapas: readonly string[];
    por: string;
    en: Date;
  },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into evaluadores (convocatoria_id, persona_id, etapas, nombrado_por, creado_en)
    values (${row.convocatoriaId}, ${row.personaId}, ${row.etapas}::uuid[], ${row.por}, ${row.en})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Takes one out; false when somebody did already. */
export const updateBaja = async (
  trx: Trx,
  id: string,
  { motivo, en }: { motivo: string; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('evaluadores')
    .set({ baja_en: en, baja_motivo: motivo })
    .where('id', '=', id)
    .where('baja_en', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What each evaluator of a call has in each stage, and delivered of it. */
export const selectAvance = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<{ evaluador_id: string; etapa_id: string; asignadas: number; entregadas: number }[]> => {
  const { rows } = await sql<{
    evaluador_id: string;
    etapa_id: string;
    asignadas: number;
    entregadas: number;
  }>`
    select a.evaluador_id, a.etapa_id, count(*)::int as asignadas,
      count(*) filter (where ${inEstado(ASIGNACION, 'a.estado', 'entregada')})::int as entregadas
    from asignaciones a join evaluadores v on v.id = a.evaluador_id
    where v.convocatoria_id = ${convocatoriaId} and ${inGrupo(ASIGNACION, 'vivas', 'a.estado')}
    group by a.evaluador_id, a.etapa_id`.execute(db);
  return rows;
};

/** Ids of the evaluators in force of a call who apply or recommend in it, or whose file is not to be seen: none of them scores. */
export const selectNoPueden = async (db: Db | Trx, convocatoriaId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from evaluadores v
    where v.convocatoria_id = ${convocatoriaId} and v.baja_en is null and (
      not exists (select from ${PERSONA.tables} where pe.id = v.persona_id)
      or exists (select from presolicitudes p
        where p.convocatoria_id = v.convocatoria_id and p.persona_id = v.persona_id)
      or exists (select from solicitudes s
        where s.convocatoria_id = v.convocatoria_id and s.persona_id = v.persona_id)
      or exists (select from recomendaciones r join solicitudes s on s.id = r.solicitud_id
        where s.convocatoria_id = v.convocatoria_id
          and lower(r.correo) in (select lower(m.correo) from ${correosDePersona(sql.ref('v.persona_id'))} m)))
    order by v.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Of these people, held until the transaction ends when `lock`. */
export const selectDePersonas = async (
  trx: Trx,
  personas: readonly string[],
  lock: boolean,
): Promise<
  {
    id: string;
    convocatoria_id: string;
    persona_id: string;
    baja_en: Date | null;
    programa: string;
  }[]
> => {
  const { rows } = await sql<{
    id: string;
    convocatoria_id: string;
    persona_id: string;
    baja_en: Date | null;
    programa: string;
  }>`
    select v.id, v.convocatoria_id, v.persona_id, v.baja_en,
      (select c.nombre from convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
        where cv.id = v.convocatoria_id) as programa
    from evaluadores v where v.persona_id = any(${personas}::uuid[]) order by v.id
    ${lock ? sql`for update of v` : sql``}`.execute(trx);
  return rows;
};

/** Gives all evaluators of a person to another person. */
export const moveEvaluadores = (trx: Trx, de: string, a: string) =>
  trx.updateTable('evaluadores').set({ persona_id: a }).where('persona_id', '=', de).execute();

/**
 * Gives what one evaluator has to another of the same call. Of two of one application the delivered one stays, and otherwise that of the
 * evaluator who stays; the other one is annulled.
 */
export const joinEvaluadores = async (
  trx: Trx,
  { de, a }: { de: string; a: string },
  { motivo, en }: { motivo: string; en: Date },
): Promise<{ siguen: string[]; anuladas: string[] }> => {
  const entregada = inEstado(ASIGNACION, 'x.estado', 'entregada');
  const anuladas = await sql<{ id: string }>`
    update asignaciones set estado = ${ASIGNACION.pasos.anular.a}, anulada_en = ${en},
      anulada_motivo = ${motivo}, actualizado_en = ${en}
    where id in (
      select case when ${inEstado(ASIGNACION, 'm.estado', 'entregada')} and not ${entregada} then x.id else m.id end
      from asignaciones m join asignaciones x on x.etapa_id = m.etapa_id and x.solicitud_id = m.solicitud_id
      where m.evaluador_id = ${de} and x.evaluador_id = ${a}
        and ${inGrupo(ASIGNACION, 'vivas', 'm.estado')} and ${inGrupo(ASIGNACION, 'vivas', 'x.estado')})
    returning id`.execute(trx);
  const siguen = await sql<{ id: string }>`
    update asignaciones set evaluador_id = ${a}, actualizado_en = ${en} where evaluador_id = ${de} returning id`.execute(
    trx,
  );
  await sql`update impedimentos i set evaluador_id = ${a} where i.evaluador_id = ${de}
    and not exists (select from impedimentos o where o.evaluador_id = ${a} and o.solicitud_id = i.solicitud_id
      and o.tipo = i.tipo)`.execute(trx);
  await sql`update calibracion_dictamenes k set evaluador_id = ${a} where k.evaluador_id = ${de}
    and not exists (select from calibracion_dictamenes o where o.evaluador_id = ${a} and o.muestra_id = k.muestra_id)`.execute(
    trx,
  );
  return {
    siguen: siguen.rows.map(({ id }) => id),
    anuladas: anuladas.rows.map(({ id }) => id),
  };
};
