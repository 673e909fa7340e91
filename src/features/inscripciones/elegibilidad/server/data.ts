import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { DEFINICION } from '../../../plantillas/contract.ts';
import type { Cupo } from '../../../plantillas/cupos/contract.ts';
import type { Regla } from '../../../plantillas/reglas/contract.ts';
import { VERSION_DE, versionEnVigor } from '../../../plantillas/server/reading.ts';

export type EdicionConVersion = Pick<
  ActividadRow,
  'edicion_id' | 'plantilla_id' | 'edicion_abre' | 'edicion_cierra'
> & { version_id: string };

/** Under which version one enrols today in each of these editions; those whose plantilla has none are left out. */
export const selectVersionesDe = async (
  db: Db | Trx,
  ediciones: readonly string[],
): Promise<EdicionConVersion[]> => {
  const { rows } = await sql<EdicionConVersion>`
    select e.id as edicion_id, e.plantilla_id, e.inscripcion_abre as edicion_abre, e.inscripcion_cierra as edicion_cierra,
      v.id as version_id
    from ${ACTIVIDAD.tables} join ${VERSION_DE.tables} on v.id = ${versionEnVigor('e.plantilla_id')}
    where e.id = any(${ediciones}::uuid[])`.execute(db);
  return rows;
};

/**
 * The rules and the quotas of these versions, each version once, however many editions have it. One that cannot be read is not
 * there: nobody is let in by it, and the others are known.
 */
export const selectReglas = async (
  db: Db | Trx,
  versiones: readonly string[],
): Promise<
  ReadonlyMap<string, { plantillaId: string; reglas: readonly Regla[]; cupos: readonly Cupo[] }>
> => {
  const { rows } = await sql<{ id: string; plantilla_id: string; definicion: unknown }>`
    select v.id, v.plantilla_id, v.definicion from ${VERSION_DE.tables} where v.id = any(${versiones}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ id, plantilla_id: plantillaId, definicion }) => {
      const leida = DEFINICION.tryRead(definicion);
      if (leida === null) return [];
      const { reglas, reparto } = leida;
      return [[id, { plantillaId, reglas, cupos: reparto?.cupos ?? [] }] as const];
    }),
  );
};
