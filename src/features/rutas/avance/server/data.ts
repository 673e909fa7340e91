import { sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { CURSADA } from '../../../inscripciones/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { DEFINICION_RUTA } from '../../contract.ts';
import { VERSION_RUTA } from '../../estados.ts';
import type { DefinicionRuta } from '../../rules.ts';

type EnRuta = { id: string; ruta_id: string; version_id: string; persona_id: string };

/** Somebody begins a route under a version; null when they were in it. */
export const insertPersonaDeRuta = async (
  trx: Trx,
  row: { rutaId: string; versionId: string; personaId: string; ahora: Date },
): Promise<EnRuta | null> =>
  (await trx
    .insertInto('ruta_personas')
    .values({
      ruta_id: row.rutaId,
      version_id: row.versionId,
      persona_id: row.personaId,
      origen: 'propia',
      comenzada_en: row.ahora,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'ruta_id', 'version_id', 'persona_id'])
    .executeTakeFirst()) ?? null;

/**
 * Whoever began a course of a route while its version in force was in force is in it, under that version: of one route,
 * or of these people in any. Gives those who were not yet.
 */
export const insertPersonasPorCurso = async (
  trx: Trx,
  of: { rutaId: string } | { personaIds: readonly string[] },
): Promise<EnRuta[]> => {
  const { rows } = await sql<EnRuta>`
    insert into ruta_personas (ruta_id, version_id, persona_id, origen, comenzada_en)
    select v.ruta_id, v.id, i.persona_id, 'curso', min(i.actualizado_en)
    from ruta_versiones v
      join ruta_cursos rc on rc.version_id = v.id
      join ${CURSADA.tables} on e.curso_id = rc.curso_id
      join ${PERSONA.tables} on pe.id = i.persona_id
    where ${inEstado(VERSION_RUTA, 'v.estado', 'publicada')} and ${CURSADA.conLugar}
      and e.cancelada_en is null and i.actualizado_en >= v.publicada_en
      and ${'rutaId' in of ? sql`v.ruta_id = ${of.rutaId}` : sql`i.persona_id = any(${of.personaIds}::uuid[])`}
      and not exists (select from ruta_personas ya where ya.ruta_id = v.ruta_id and ya.persona_id = i.persona_id)
    group by v.ruta_id, v.id, i.persona_id
    order by v.ruta_id, i.persona_id
    on conflict do nothing
    returning id, ruta_id, version_id, persona_id`.execute(trx);
  return rows;
};

export type EnRutaRow = EnRuta & {
  clave: string;
  comenzada_en: Date;
  completada_en: Date | null;
  /** Null: it cannot be read. */
  definicion: DefinicionRuta | null;
};
export type LegibleRow = EnRutaRow & { definicion: DefinicionRuta };
export const isLegible = (row: EnRutaRow): row is LegibleRow => row.definicion !== null;

/**
 * In which routes these people are, held until the transaction ends: two results of one person that are recorded at once
 * are looked at one after the other, and the second sees both.
 */
export const lockRutasDe = async (
  trx: Trx,
  personaIds: readonly string[],
): Promise<EnRutaRow[]> => {
  const { rows } = await sql<EnRutaRow>`
    select rp.id, rp.ruta_id, rp.version_id, rp.persona_id, rp.comenzada_en, rp.completada_en, r.clave, v.definicion
    from ruta_personas rp join ruta_versiones v on v.id = rp.version_id join rutas r on r.id = rp.ruta_id
    where rp.persona_id = any(${personaIds}::uuid[]) order by rp.id for update of rp`.execute(trx);
  const read = new Map<string, DefinicionRuta | null>();
  return rows.map((row) => {
    const known = read.get(row.version_id);
    const definicion = known === undefined ? DEFINICION_RUTA.tryRead(row.definicion) : known;
    read.set(row.version_id, definicion);
    return { ...row, definicion };
  });
};

/** Says since when these are complete (null: they are not any more); gives those that said otherwise. */
export const setCompletadas = async (
  trx: Trx,
  ids: readonly string[],
  en: Date | null,
): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('ruta_personas')
    .set({ completada_en: en })
    .where('id', 'in', ids)
    .where('completada_en', en === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const deletePersonasDeRuta = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await trx.deleteFrom('ruta_personas').where('id', 'in', ids).execute();
};

export const movePersonasDeRuta = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('ruta_personas')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning(['id', 'ruta_id'])
    .execute();
