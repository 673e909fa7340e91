import type { ColumnType } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import type { AcuseImpreso } from '../contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    acuses: {
      /** Without hyphens. */
      folio: string;
      clave: string;
      inscripcion_id: string;
      datos: ColumnType<AcuseImpreso, string, string>;
      emitido_en: Date;
    };
  }
}

/** An acuse with the present state of its inscripción; `folio` as it is kept. */
export const findAcuse = (db: Db, folio: string) =>
  db
    .selectFrom('acuses as a')
    .innerJoin('inscripciones as i', 'i.id', 'a.inscripcion_id')
    .select(['a.folio', 'a.clave', 'a.datos', 'a.emitido_en', 'i.estado', 'i.persona_id'])
    .where('a.folio', '=', folio)
    .executeTakeFirst();
export type AcuseRow = NonNullable<Awaited<ReturnType<typeof findAcuse>>>;
