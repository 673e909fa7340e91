import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Documento } from '../../privacidad/rules.ts';

export type CuentaDe = {
  persona_id: string;
  email_verified: boolean;
  aceptadas: { documento: Documento; version: string }[];
};

/** The accounts of these people, with the versions of the texts that they accepted. */
export const selectCuentasDe = async (
  db: Db | Trx,
  personas: readonly string[],
): Promise<CuentaDe[]> => {
  const { rows } = await sql<CuentaDe>`
    select c.persona_id, c.email_verified, coalesce((
        select jsonb_agg(jsonb_build_object('documento', a.documento, 'version', a.version))
        from aceptaciones a where a.uid = c.uid), '[]') as aceptadas
    from cuentas c where c.persona_id = any(${personas}::uuid[])`.execute(db);
  return rows;
};
