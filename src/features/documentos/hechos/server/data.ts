import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { EstadoDocumento } from '../../estados.ts';

export type DocumentoDe = {
  persona_id: string;
  tipo_id: string;
  estado: EstadoDocumento;
  vence_en: Date | null;
};

/** What these people have in their vault of these types, the latest version first. */
export const selectDocumentosDe = async (
  db: Db | Trx,
  personas: readonly string[],
  tipos: readonly string[],
): Promise<DocumentoDe[]> => {
  const { rows } = await sql<DocumentoDe>`
    select persona_id, tipo_id, estado, vence_en from documentos
    where persona_id = any(${personas}::uuid[]) and tipo_id = any(${tipos}::uuid[])
    order by version desc`.execute(db);
  return rows;
};
