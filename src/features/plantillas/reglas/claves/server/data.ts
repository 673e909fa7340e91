import { sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { DEFINICION, type Definicion } from '../../../contract.ts';
import { VERSION } from '../../../estados.ts';

export type VersionConClave = {
  id: string;
  plantilla_id: string;
  plantilla_nombre: string;
  numero: number;
  definicion: Definicion;
};

/** The drafts and the versions in force that have that text somewhere, alone or after a colon. One that cannot be read names nothing. */
export const selectVersionesConTexto = async (
  db: Db | Trx,
  texto: string,
): Promise<VersionConClave[]> => {
  const { rows } = await sql<Omit<VersionConClave, 'definicion'> & { definicion: unknown }>`
    select v.id, v.plantilla_id, p.nombre as plantilla_nombre, v.numero, v.definicion
    from plantilla_versiones v join plantillas p on p.id = v.plantilla_id
    where ${inEstado(VERSION, 'v.estado', 'borrador', 'publicada')}
      and strpos(v.definicion::text, ${JSON.stringify(texto).slice(1)}) > 0
    order by p.nombre, v.numero, v.id`.execute(db);
  return rows.flatMap((row) => {
    const definicion = DEFINICION.tryRead(row.definicion);
    return definicion === null ? [] : [{ ...row, definicion }];
  });
};
