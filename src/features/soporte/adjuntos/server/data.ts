import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import { type Antivirus, antivirusOf } from '../../../../platform/server/db/antivirus.ts';
import type { Db, Tables, Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    soporte_adjuntos: {
      id: Generated<string>;
      conversacion_id: string;
      n: number;
      nombre: string;
      content_type: string;
      bytes: number;
      objeto: string;
      sha256: string;
      retirado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Date;
    };
  }
}

export type AdjuntoRow = Selectable<Tables['soporte_adjuntos']> & { antivirus: Antivirus };

export const insertAdjunto = async (
  trx: Trx,
  row: Omit<Selectable<Tables['soporte_adjuntos']>, 'id' | 'retirado_en'>,
): Promise<void> => {
  await trx.insertInto('soporte_adjuntos').values(row).execute();
};

/** Of these messages. */
export const selectAdjuntosDe = async (
  db: Db,
  id: string,
  numeros: readonly number[],
): Promise<AdjuntoRow[]> => {
  const { rows } = await sql<AdjuntoRow>`
    select a.*, ${antivirusOf('a.objeto')} as antivirus from soporte_adjuntos a
    where a.conversacion_id = ${id} and a.n = any(${numeros}::int[]) order by a.n, a.creado_en, a.id`.execute(
    db,
  );
  return rows;
};

export const findAdjunto = async (db: Db | Trx, id: string): Promise<AdjuntoRow | undefined> => {
  const { rows } = await sql<AdjuntoRow>`
    select a.*, ${antivirusOf('a.objeto')} as antivirus from soporte_adjuntos a where a.id = ${id}`.execute(
    db,
  );
  return rows[0];
};
