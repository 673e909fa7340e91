import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACUSE_DE_ENVIO } from '../../../inscripciones/acuse/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/reading.ts';

/** A record with its call; `que`: a name or a folio by which it is told apart, `cuando`: when it is. */
export type NombradoRow = {
  id: string;
  edicion_id: string;
  convocatoria: string;
  que: string | null;
  folio: string | null;
  cuando: Date | null;
};

type Fuente = {
  /** Tables, of which `r` is the one of the record. */
  readonly de: RawBuilder<unknown>;
  /** Id of its call. */
  readonly convocatoria: RawBuilder<unknown>;
  readonly que?: RawBuilder<string>;
  readonly folio?: RawBuilder<string>;
  readonly cuando?: RawBuilder<Date>;
};

const deSolicitud = (tabla: string): Fuente => ({
  de: sql`${sql.table(tabla)} r join solicitudes s on s.id = r.solicitud_id`,
  convocatoria: sql`s.convocatoria_id`,
  folio: sql`s.folio`,
});
const ETAPA: Fuente = {
  de: sql`convocatoria_etapas r`,
  convocatoria: sql`r.convocatoria_id`,
  que: sql`r.nombre`,
};
const deEtapa = (tabla: string): Fuente => ({
  de: sql`${sql.table(tabla)} r join convocatoria_etapas t on t.id = r.etapa_id`,
  convocatoria: sql`t.convocatoria_id`,
  que: sql`t.nombre`,
});
const deEvaluador = (de: RawBuilder<unknown>): Fuente => ({
  de: sql`${de} join ${PERSONA.tables} on pe.id = v.persona_id`,
  convocatoria: sql`v.convocatoria_id`,
  que: sql`pe.nombre_completo`,
});

/**
 * Where the records of each kind are. An assignment is named by its stage alone: of a third evaluator, the application would say that two
 * disagree.
 */
const FUENTES = {
  asignacion: [deEtapa('asignaciones')],
  entrevista: [ETAPA, { ...deEtapa('horarios'), cuando: sql`r.inicia` }],
  etapa: [ETAPA],
  evaluacion: [ETAPA],
  evaluador: [deEvaluador(sql`evaluadores v join evaluadores r on r.id = v.id`)],
  examen: [ETAPA, deEtapa('examenes')],
  exclusion: [deSolicitud('exclusiones')],
  impedimento: [deEvaluador(sql`impedimentos r join evaluadores v on v.id = r.evaluador_id`)],
  inconformidad: [
    { de: sql`inconformidades r`, convocatoria: sql`r.convocatoria_id`, folio: sql`r.folio` },
  ],
  ranking: [
    {
      ...{ de: sql`rankings r`, convocatoria: sql`r.convocatoria_id` },
      que: sql`'Ranking ' || r.numero`,
    },
  ],
  recomendacion: [{ ...deSolicitud('recomendaciones'), que: sql`r.nombre` }],
  reconsideracion: [
    {
      de: sql`reconsideraciones r join presolicitudes p on p.id = r.presolicitud_id`,
      convocatoria: sql`p.convocatoria_id`,
      folio: sql`(select a.folio from posgrado_envios n join ${ACUSE_DE_ENVIO.tables} on a.envio_id = n.id
        where n.presolicitud_id = p.id order by n.numero limit 1)`,
    },
  ],
} as const satisfies Record<string, readonly Fuente[]>;
export type RegistroDeConvocatoria = keyof typeof FUENTES;

/** Records of one kind by their ids, each with its call. */
export const selectNombrados = async (
  db: Db,
  registro: RegistroDeConvocatoria,
  ids: readonly string[],
): Promise<NombradoRow[]> => {
  const parts = (FUENTES[registro] as readonly Fuente[]).map(
    ({ de, convocatoria, que, folio, cuando }) => sql`
      select r.id, e.id as edicion_id, c.nombre || ', ' || e.nombre as convocatoria, ${que ?? sql`null`}::text as que,
        ${folio ?? sql`null`}::text as folio, ${cuando ?? sql`null`}::timestamptz as cuando
      from ${de} join ${CONVOCATORIA_DE.tables} on cv.id = ${convocatoria} where r.id = any(${ids}::uuid[])`,
  );
  const { rows } = await sql<NombradoRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
};
