import { type ColumnType, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACUSE } from '../contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    acuses: {
      /** Without hyphens. */
      folio: string;
      clave: string;
      /** Of one of the two: an inscripción, or a sending of posgrado. */
      inscripcion_id: ColumnType<string | null, string | null | undefined, never>;
      envio_id: ColumnType<string | null, string | null | undefined, never>;
      /** Of whatever format: it is read with `ACUSE`. */
      datos: ColumnType<unknown, string, never>;
      emitido_en: Date;
      /** The PDF that was handed out first: where its bytes are, and their digest (hex). */
      pdf_objeto: ColumnType<string | null, string | null | undefined, string | null>;
      pdf_sha256: ColumnType<string | null, string | null | undefined, string | null>;
      /** Null with a digest: made before PDFs were signed. */
      pdf_firmante: ColumnType<string | null, undefined, string | null>;
    };
  }
}

/** An acuse with the present state of its inscripción, or with the id of the sending that it is of; `folio` as it is kept. */
export const findAcuse = async (db: Db, folio: string) => {
  const row = await db
    .selectFrom('acuses as a')
    .leftJoin('inscripciones as i', 'i.id', 'a.inscripcion_id')
    .select([
      'a.folio',
      'a.clave',
      'a.datos',
      'a.emitido_en',
      'a.pdf_objeto',
      'a.pdf_sha256',
      'a.pdf_firmante',
      'i.estado',
      'i.persona_id',
      'a.envio_id',
    ])
    .where('a.folio', '=', folio)
    .executeTakeFirst();
  return row && { ...row, datos: ACUSE.read(row.datos) };
};

/** The inscripción of a folio (as it is kept), or null. */
export const findInscripcionIdByFolio = async (db: Db, folio: string): Promise<string | null> => {
  const row = await db
    .selectFrom('acuses')
    .select('inscripcion_id')
    .where('folio', '=', folio)
    .executeTakeFirst();
  return row?.inscripcion_id ?? null;
};

export type AcuseGuardado = NonNullable<Awaited<ReturnType<typeof findAcuse>>>;

/** Says which is the PDF of an acuse, or (`again`) where its same bytes are now. False when it has one already: the first stays. */
export const setPdf = async (
  trx: Trx,
  folio: string,
  pdf: { objeto: string; sha256: string; firmante: string | null },
  again: boolean,
): Promise<boolean> => {
  const result = await trx
    .updateTable('acuses')
    .set({ pdf_objeto: pdf.objeto, pdf_sha256: pdf.sha256, pdf_firmante: pdf.firmante })
    .where('folio', '=', folio)
    .where('pdf_sha256', again ? '=' : 'is', again ? pdf.sha256 : null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Deletes the acuses of sendings of another feature; gives where their PDF are. */
export const deleteDeEnvios = async (trx: Trx, envios: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('acuses')
    .where(sql<boolean>`envio_id = any(${envios}::uuid[])`)
    .returning('pdf_objeto')
    .execute();
  return rows.flatMap(({ pdf_objeto }) => pdf_objeto ?? []);
};

/** Keeps the acuse of a sending of another feature. */
export const insertAcuseDeEnvio = async (
  trx: Trx,
  envioId: string,
  {
    folio,
    clave,
    datos,
    emitidoEn,
  }: { folio: string; clave: string; datos: string; emitidoEn: Date },
): Promise<void> => {
  await trx
    .insertInto('acuses')
    .values({ folio, clave, envio_id: envioId, datos, emitido_en: emitidoEn })
    .execute();
};
