import { type Generated, sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { CampoNombre } from '../../clave/rules.ts';
import { type EstadoFusion, FUSION } from '../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    fusiones: {
      id: Generated<string>;
      anterior_id: string;
      persona_id: string;
      tomar: CampoNombre[];
      motivo: string;
      huella: string;
      propuesta_por: string;
      propuesta_en: Date;
      vence_en: Date;
      estado: Generated<EstadoFusion>;
      decidida_por: Generated<string | null>;
      decidida_en: Generated<Date | null>;
      motivo_decision: Generated<string | null>;
    };
  }
}

/**
 * Whether somebody else of the staff could confirm what `uid` proposes of these two files: an account in use,
 * with a role, that is not of one of them.
 */
export const hasSegundaPersona = async (
  db: Db | Trx,
  uid: string,
  personaIds: readonly string[],
): Promise<boolean> => {
  const row = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('role', 'is not', null)
    .where('email_verified', '=', true)
    .where('disabled', '=', false)
    .where('uid', '<>', uid)
    .where((eb) => eb.or([eb('persona_id', 'is', null), eb('persona_id', 'not in', personaIds)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** The proposal of that file that waits. */
export const findPendienteDe = (db: Db | Trx, anteriorId: string, ahora: Date) =>
  db
    .selectFrom('fusiones')
    .select(['id', 'propuesta_por'])
    .where('anterior_id', '=', anteriorId)
    .where('estado', '=', 'pendiente')
    .where('vence_en', '>', ahora)
    .executeTakeFirst();

/** A proposal that waits. @throws a unique violation when that file has one. */
export const insertFusion = async (
  trx: Trx,
  f: {
    anteriorId: string;
    personaId: string;
    tomar: readonly CampoNombre[];
    motivo: string;
    huella: string;
    propuestaPor: string;
    propuestaEn: Date;
    venceEn: Date;
  },
): Promise<string> => {
  const { id } = await trx
    .insertInto('fusiones')
    .values({
      anterior_id: f.anteriorId,
      persona_id: f.personaId,
      tomar: sql<CampoNombre[]>`${f.tomar}::text[]`,
      motivo: f.motivo,
      huella: f.huella,
      propuesta_por: f.propuestaPor,
      propuesta_en: f.propuestaEn,
      vence_en: f.venceEn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const waiting = (db: Db, ahora: Date) =>
  db
    .selectFrom('fusiones')
    .innerJoin('personas as anterior', 'anterior.id', 'fusiones.anterior_id')
    .innerJoin('personas as actual', 'actual.id', 'fusiones.persona_id')
    .where('fusiones.estado', '=', 'pendiente')
    .where('fusiones.vence_en', '>', ahora);

export const countPendientes = async (db: Db, ahora: Date): Promise<number> => {
  const row = await waiting(db, ahora)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

/** How many wait, and since when the first of them. */
export const countEspera = async (
  db: Db,
  ahora: Date,
): Promise<{ n: number; desde: Date | null }> =>
  waiting(db, ahora)
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<Date | null>`min(fusiones.propuesta_en)`.as('desde'),
    ])
    .executeTakeFirstOrThrow();

export const selectPendientes = (
  db: Db,
  ahora: Date,
  { descendente, pagina, porPagina }: { descendente: boolean; pagina: number; porPagina: number },
) =>
  waiting(db, ahora)
    .innerJoin('cuentas as proponente', 'proponente.uid', 'fusiones.propuesta_por')
    .select([
      'fusiones.id',
      'fusiones.anterior_id',
      'fusiones.persona_id',
      'fusiones.propuesta_por',
      'fusiones.propuesta_en',
      'fusiones.vence_en',
      'anterior.clave as anterior_clave',
      'anterior.nombre_completo as anterior_nombre',
      'actual.clave as actual_clave',
      'actual.nombre_completo as actual_nombre',
      'proponente.display_name as proponente_nombre',
      'proponente.email as proponente_email',
      'proponente.persona_id as proponente_persona_id',
    ])
    .orderBy('fusiones.propuesta_en', descendente ? 'desc' : 'asc')
    .orderBy('fusiones.id')
    .limit(porPagina)
    .offset((pagina - 1) * porPagina)
    .execute();

/** One proposal, with who made it as they are now, the two keys, and who decided it. */
export const findFusion = (db: Db | Trx, id: string) =>
  db
    .selectFrom('fusiones')
    .innerJoin('cuentas as proponente', 'proponente.uid', 'fusiones.propuesta_por')
    .innerJoin('personas as actual', 'actual.id', 'fusiones.persona_id')
    .leftJoin('personas as anterior', 'anterior.id', 'fusiones.anterior_id')
    .leftJoin('cuentas as decisor', 'decisor.uid', 'fusiones.decidida_por')
    .selectAll('fusiones')
    .select([
      'actual.clave as actual_clave',
      'anterior.clave as anterior_clave',
      'proponente.display_name as proponente_nombre',
      'proponente.email as proponente_email',
      'proponente.role as proponente_role',
      'proponente.disabled as proponente_disabled',
      'proponente.persona_id as proponente_persona_id',
      'decisor.display_name as decisor_nombre',
      'decisor.email as decisor_email',
      'decisor.persona_id as decisor_persona_id',
    ])
    .where('fusiones.id', '=', id)
    .executeTakeFirst();
export type FusionRow = NonNullable<Awaited<ReturnType<typeof findFusion>>>;

/** Takes a proposal that waits out of the queue; false when it does not wait any more. */
export const closeFusion = async (
  trx: Trx,
  id: string,
  paso: 'confirmar' | 'rechazar' | 'cancelar',
  { por, motivo, en }: { por: string | null; motivo: string | null; en: Date },
): Promise<boolean> => {
  const result = await trx
    .updateTable('fusiones')
    .set({
      estado: FUSION.pasos[paso].a,
      decidida_por: por,
      decidida_en: en,
      motivo_decision: motivo,
    })
    .where('id', '=', id)
    .where(mayTake(FUSION, paso))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Ends the proposals of a file that is another now; gives those that waited. */
export const annulFusionesDe = (trx: Trx, anteriorId: string, en: Date) =>
  trx
    .updateTable('fusiones')
    .set({ estado: FUSION.pasos.anular.a, decidida_en: en })
    .where('anterior_id', '=', anteriorId)
    .where(mayTake(FUSION, 'anular'))
    .returning(['id', 'anterior_id', 'persona_id'])
    .execute();

/** Ends what waited too long, of one file or of all; gives them. */
export const expireFusiones = (trx: Trx, ahora: Date, anteriorId?: string) => {
  let query = trx
    .updateTable('fusiones')
    .set({ estado: FUSION.pasos.vencer.a, decidida_en: ahora })
    .where(mayTake(FUSION, 'vencer'))
    .where('vence_en', '<=', ahora);
  if (anteriorId !== undefined) query = query.where('anterior_id', '=', anteriorId);
  return query.returning(['id', 'anterior_id', 'persona_id']).execute();
};

/** What was proposed to be taken in by a file goes on being so by the one that takes that one in. */
export const moveFusiones = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx.updateTable('fusiones').set({ persona_id: a }).where('persona_id', '=', de).execute();
};
