import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { CODIGO_INTENTOS } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    personas_telefonos: {
      entrada_id: string;
      persona_id: string;
      /** E.164: the number that the code was sent to, and that is verified. */
      numero: string;
      /** Of the code that is not spent. */
      hash: string | null;
      vence_en: Date | null;
      intentos: Generated<number>;
      enviado_en: Date;
      verificado_en: Date | null;
    };
  }
}

/** Of these people; `lock` holds it until the transaction ends. */
export const selectTelefonos = (db: Db | Trx, personaIds: readonly string[], lock = false) =>
  db
    .selectFrom('personas_telefonos')
    .select(['entrada_id', 'persona_id', 'numero', 'hash', 'vence_en', 'intentos', 'verificado_en'])
    .where(sql<boolean>`persona_id = any(${personaIds}::uuid[])`)
    .orderBy('entrada_id')
    .$if(lock, (query) => query.forUpdate())
    .execute();

export const findTelefono = (db: Db | Trx, entradaId: string, personaId: string) =>
  db
    .selectFrom('personas_telefonos')
    .select(['numero', 'hash', 'vence_en', 'intentos', 'verificado_en'])
    .where('entrada_id', '=', entradaId)
    .where('persona_id', '=', personaId)
    .executeTakeFirst();

/** A code for a number, instead of the one before. */
export const saveCodigo = async (
  trx: Trx,
  row: {
    entradaId: string;
    personaId: string;
    numero: string;
    hash: string;
    venceEn: Date;
    ahora: Date;
  },
): Promise<void> => {
  const codigo = {
    numero: row.numero,
    hash: row.hash,
    vence_en: row.venceEn,
    intentos: 0,
    enviado_en: row.ahora,
    verificado_en: null,
  };
  await trx
    .insertInto('personas_telefonos')
    .values({ entrada_id: row.entradaId, persona_id: row.personaId, ...codigo })
    .onConflict((conflict) => conflict.column('entrada_id').doUpdateSet(codigo))
    .execute();
};

/** Counts a try at a code that still serves, and holds it. Undefined when there is none. */
export const countIntento = (trx: Trx, entradaId: string, personaId: string, ahora: Date) =>
  trx
    .updateTable('personas_telefonos')
    .set({ intentos: sql<number>`intentos + 1` })
    .where('entrada_id', '=', entradaId)
    .where('persona_id', '=', personaId)
    .where('hash', 'is not', null)
    .where('intentos', '<', CODIGO_INTENTOS)
    .where('vence_en', '>', ahora)
    .returning(['numero', 'hash', 'intentos'])
    .executeTakeFirst();

/** Spends the code: the number is its person's. */
export const saveVerificado = async (trx: Trx, entradaId: string, ahora: Date): Promise<void> => {
  await trx
    .updateTable('personas_telefonos')
    .set({ hash: null, vence_en: null, verificado_en: ahora })
    .where('entrada_id', '=', entradaId)
    .execute();
};

/**
 * What one file verified is verified in the one that takes it in, also where the same number was there already and its
 * entry stays.
 */
export const moveTelefonos = async (trx: Trx, de: string, a: string): Promise<void> => {
  await sql`
    insert into personas_telefonos (entrada_id, persona_id, numero, enviado_en, verificado_en)
    select distinct on (e.id) e.id, ${a}::uuid, t.numero, t.enviado_en, t.verificado_en
    from personas_telefonos t
      join personas_entradas e on e.persona_id = ${a} and e.apartado = 'telefono' and e.datos->>'numero' = t.numero
    where t.persona_id = ${de} and t.verificado_en is not null
    order by e.id, t.verificado_en
    on conflict (entrada_id) do update set hash = null, vence_en = null, numero = excluded.numero,
      enviado_en = excluded.enviado_en, verificado_en = excluded.verificado_en
    where personas_telefonos.verificado_en is null`.execute(trx);
  await trx
    .updateTable('personas_telefonos')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

export const selectNumeros = async (
  db: Db | Trx,
  personaIds: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('personas_telefonos')
    .select('numero')
    .where('persona_id', '=', sql<string>`any(${personaIds}::uuid[])`)
    .execute();
  return rows.map(({ numero }) => numero);
};
