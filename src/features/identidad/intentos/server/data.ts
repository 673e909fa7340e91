import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { DIAS_INTENTOS, MAX_INTENTOS, type Motivo } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    intentos_fallidos: {
      uid: string;
      dia: string;
      motivo: Motivo;
      direccion: string;
      dispositivo: string;
      veces: number;
      primera: Date;
      ultima: Date;
    };
  }
}

/** Attempts alike, by whom is meant: the account, or the address that was typed. */
export type Intentos = {
  uid: string | null;
  email: string | null;
  motivo: Motivo;
  direccion: string;
  dispositivo: string;
  veces: number;
  /** ISO instants. */
  primera: string;
  ultima: string;
};

/**
 * Adds attempts to the accounts that there are (of an address that is nobody's nothing is kept), in one
 * statement. Gives the accounts.
 */
export const addIntentos = async (trx: Trx, intentos: readonly Intentos[]): Promise<string[]> => {
  const { rows } = await sql<{ uid: string }>`
    insert into intentos_fallidos (uid, dia, motivo, direccion, dispositivo, veces, primera, ultima)
    select c.uid, (d.ultima at time zone 'UTC')::date, d.motivo, d.direccion, max(d.dispositivo),
      sum(d.veces), min(d.primera), max(d.ultima)
    from jsonb_to_recordset(${JSON.stringify(intentos)}::jsonb) as d(uid text, email text, motivo text,
      direccion text, dispositivo text, veces bigint, primera timestamptz, ultima timestamptz)
    join cuentas c on c.uid = d.uid or (d.uid is null and c.email = d.email)
    group by c.uid, (d.ultima at time zone 'UTC')::date, d.motivo, d.direccion
    order by 1, 2, 3, 4
    on conflict (uid, dia, motivo, direccion) do update set
      veces = intentos_fallidos.veces + excluded.veces,
      dispositivo = excluded.dispositivo,
      primera = least(intentos_fallidos.primera, excluded.primera),
      ultima = greatest(intentos_fallidos.ultima, excluded.ultima)
    returning uid`.execute(trx);
  return [...new Set(rows.map(({ uid }) => uid))];
};

/** Leaves the latest rows of these accounts. */
export const trimIntentos = async (trx: Trx, uids: readonly string[]): Promise<void> => {
  await sql`delete from intentos_fallidos i using (
      select uid, dia, motivo, direccion,
        row_number() over (partition by uid order by ultima desc, motivo, direccion) as n
      from intentos_fallidos where uid = any(${uids}::text[])
    ) o where o.n > ${MAX_INTENTOS} and o.uid = i.uid and o.dia = i.dia and o.motivo = i.motivo
      and o.direccion = i.direccion`.execute(trx);
};

/** Removes those of more than 90 days. */
export const deleteOldIntentos = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('intentos_fallidos')
    .where('ultima', '<', sql<Date>`now() - make_interval(days => ${DIAS_INTENTOS})`)
    .execute();
};

/** Those of an account, the latest first. */
export const selectIntentos = (db: Db, uid: string) =>
  db
    .selectFrom('intentos_fallidos')
    .select(['motivo', 'veces', 'primera', 'ultima', 'direccion', 'dispositivo'])
    .where('uid', '=', uid)
    .where('ultima', '>=', sql<Date>`now() - make_interval(days => ${DIAS_INTENTOS})`)
    .orderBy('ultima', 'desc')
    .orderBy('motivo')
    .orderBy('direccion')
    .limit(MAX_INTENTOS)
    .execute();
