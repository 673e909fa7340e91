import { type ColumnType, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow, DE_EDICION } from '../../../cursos/server/reading.ts';
import type { Resultado } from '../../rules.ts';
import { ACTA, type ActaImpresa } from '../contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    actas: {
      id: string;
      edicion_id: string;
      /** Without hyphens. */
      folio: string;
      /** The newest one. */
      version: number;
      cerrada_en: Date;
      cerrada_por: string | null;
    };
    /** What an acta said each time: the database lets nobody change one. */
    acta_versiones: {
      acta_id: string;
      numero: number;
      /** Null in the first one. */
      motivo: string | null;
      /** Of whatever format: it is read with `ACTA`. */
      datos: ColumnType<unknown, string, never>;
      /** Course and edition of `datos`. */
      actividad: ColumnType<unknown, never, never>;
      creado_en: Date;
      creado_por: string | null;
      /** The PDF that was handed out first: where its bytes are, and their digest (hex). */
      pdf_objeto: ColumnType<string | null, never, string | null>;
      pdf_sha256: ColumnType<string | null, never, string | null>;
      /** Null with a digest: made before PDFs were signed. */
      pdf_firmante: ColumnType<string | null, never, string | null>;
    };
    /** What the newest version of an acta says of each enrolment. */
    acta_resultados: {
      inscripcion_id: string;
      acta_id: string;
      resultado: Resultado;
      /** `numeric` arrives as text. */
      calificacion: ColumnType<string | null, number | null, number | null>;
      asistencia: ColumnType<string | null, number | null, number | null>;
      /** The version of the acta that said it first so. */
      version: number;
    };
  }
}

/** The edition and its course as an acta prints them, with its teachers. */
export const findImpresa = async (trx: Trx, edicionId: string) => {
  const { rows } = await sql<
    ActividadRow & {
      curso_version_id: string;
      docentes: { nombre: string; papel: string }[] | null;
    }
  >`
    select ${ACTIVIDAD.columns}, e.curso_version_id,
      (select jsonb_agg(jsonb_build_object('nombre', d.nombre, 'papel', d.papel) order by d.orden, d.id)
        from ${DE_EDICION.docentes} where d.edicion_id = e.id) as docentes
    from ${ACTIVIDAD.tables} where e.id = ${edicionId}`.execute(trx);
  return rows[0]!;
};

type Nueva = { id: string; edicionId: string; folio: string; en: Date; por: string | null };

/** A new acta, closed, in its first version. */
export const insertActa = async (trx: Trx, { id, edicionId, folio, en, por }: Nueva) => {
  await trx
    .insertInto('actas')
    .values({ id, edicion_id: edicionId, folio, version: 1, cerrada_en: en, cerrada_por: por })
    .execute();
};

export const insertVersion = async (
  trx: Trx,
  version: { actaId: string; acta: ActaImpresa; en: Date; por: string | null },
) => {
  const { actaId, acta, en, por } = version;
  await trx
    .insertInto('acta_versiones')
    .values({
      acta_id: actaId,
      numero: acta.version,
      motivo: acta.motivo,
      datos: ACTA.write(acta),
      creado_en: en,
      creado_por: por,
    })
    .execute();
};

/** The acta goes on to the next version. False when it is at another one by now. */
export const updateVersion = async (trx: Trx, actaId: string, de: number): Promise<boolean> => {
  const result = await trx
    .updateTable('actas')
    .set({ version: de + 1 })
    .where('id', '=', actaId)
    .where('version', '=', de)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** What the acta says of these from now on. */
export const upsertResultados = async (
  trx: Trx,
  actaId: string,
  version: number,
  filas: readonly Pick<
    ActaImpresa['filas'][number],
    'inscripcionId' | 'resultado' | 'calificacion' | 'asistencia'
  >[],
): Promise<void> => {
  const rows = filas.map(({ inscripcionId, resultado, calificacion, asistencia }) => ({
    inscripcionId,
    resultado,
    calificacion,
    asistencia,
  }));
  await sql`insert into acta_resultados (inscripcion_id, acta_id, resultado, calificacion, asistencia, version)
    select n."inscripcionId", ${actaId}, n.resultado, n.calificacion, n.asistencia, ${version}::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("inscripcionId" uuid, resultado text,
      calificacion numeric, asistencia numeric)
    on conflict (inscripcion_id) do update set resultado = excluded.resultado,
      calificacion = excluded.calificacion, asistencia = excluded.asistencia, version = excluded.version
    where acta_resultados.acta_id = excluded.acta_id`.execute(trx);
};

/** An edition's acta with what its newest version says. */
export const findActa = async (db: Db | Trx, edicionId: string) => {
  const row = await db
    .selectFrom('actas as a')
    .innerJoin('acta_versiones as v', (join) =>
      join.onRef('v.acta_id', '=', 'a.id').onRef('v.numero', '=', 'a.version'),
    )
    .select(['a.id', 'a.folio', 'a.version', 'a.cerrada_en', 'v.datos'])
    .where('a.edicion_id', '=', edicionId)
    .executeTakeFirst();
  return row && { ...row, datos: ACTA.read(row.datos) };
};

/** The acta of a folio as it is kept. */
export const findActaByFolio = (db: Db, folio: string) =>
  db
    .selectFrom('actas')
    .select(['id', 'version', 'cerrada_en'])
    .where('folio', '=', folio)
    .executeTakeFirst();

/** The folios of actas and the editions that they are of. */
export const selectNombres = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('actas')
    .select(['id', 'folio', 'edicion_id'])
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .execute();

/** All versions of an acta, newest first. */
export const selectVersiones = async (db: Db, actaId: string) => {
  const rows = await db
    .selectFrom('acta_versiones')
    .select(['numero', 'motivo', 'creado_en', 'datos', 'pdf_sha256', 'pdf_firmante'])
    .where('acta_id', '=', actaId)
    .orderBy('numero', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, datos: ACTA.read(row.datos) }));
};

/** A version of an acta, with where its PDF is. */
export const findVersion = async (db: Db, actaId: string, numero: number) => {
  const row = await db
    .selectFrom('acta_versiones as v')
    .innerJoin('actas as a', 'a.id', 'v.acta_id')
    .select([
      'v.acta_id',
      'v.numero',
      'a.folio',
      'v.datos',
      'v.pdf_objeto',
      'v.pdf_sha256',
      'v.pdf_firmante',
    ])
    .where('v.acta_id', '=', actaId)
    .where('v.numero', '=', numero)
    .executeTakeFirst();
  return row && { ...row, datos: ACTA.read(row.datos) };
};
export type VersionDeActa = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

/** Says which is the PDF of a version, or (`again`) where its same bytes are now. False when it has one already: the first stays. */
export const setPdf = async (
  trx: Trx,
  { acta_id, numero }: Pick<VersionDeActa, 'acta_id' | 'numero'>,
  pdf: { objeto: string; sha256: string; firmante: string | null },
  again: boolean,
): Promise<boolean> => {
  const result = await trx
    .updateTable('acta_versiones')
    .set({ pdf_objeto: pdf.objeto, pdf_sha256: pdf.sha256, pdf_firmante: pdf.firmante })
    .where('acta_id', '=', acta_id)
    .where('numero', '=', numero)
    .where('pdf_sha256', again ? '=' : 'is', again ? pdf.sha256 : null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Ids of the actas with that folio, written in any way. */
export const selectActaIdsByFolio = async (db: Db, folio: string): Promise<string[]> =>
  (await db.selectFrom('actas').select('id').where('folio', '=', folio).execute()).map(
    ({ id }) => id,
  );
