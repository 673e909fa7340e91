import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import type { CeldaImportada } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    resultados_cambios: {
      importacion: string;
      inscripcion_id: string;
      celda: string;
      fila: number;
      valor: unknown;
      version: number;
    };
  }
}

/** Which of these keys are some person's. */
export const selectClavesConocidas = async (
  db: Db | Trx,
  claves: readonly string[],
): Promise<Set<string>> => {
  if (claves.length === 0) return new Set();
  const { rows } = await sql<{ clave: string }>`
    select pe.clave from ${PERSONA.tables} where pe.clave = any(${claves})`.execute(db);
  return new Set(rows.map(({ clave }) => clave));
};

/** Keeps what these rows are to write; forgets what they were to write before. */
export const saveCambios = async (
  trx: Trx,
  importacion: string,
  { filas, celdas }: { filas: readonly number[]; celdas: readonly CeldaImportada[] },
): Promise<void> => {
  await sql`delete from resultados_cambios
    where importacion = ${importacion} and fila = any(${filas}::int[])`.execute(trx);
  await sql`insert into resultados_cambios (importacion, inscripcion_id, celda, fila, valor, version)
    select ${importacion}, n."inscripcionId", n.celda, n.fila, n.valor, n.version
    from jsonb_to_recordset(${JSON.stringify(celdas)}::jsonb)
      as n("inscripcionId" uuid, celda text, fila int, valor jsonb, version int)`.execute(trx);
};

/** The row that writes each of these cells already, by cell (`inscripcion celda`): another one of the same file. */
export const selectFilasDeCeldas = async (
  trx: Trx,
  importacion: string,
  celdas: readonly CeldaImportada[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ llave: string; fila: number }>`
    select c.inscripcion_id || ' ' || c.celda as llave, c.fila
    from jsonb_to_recordset(${JSON.stringify(celdas)}::jsonb)
      as n("inscripcionId" uuid, celda text, fila int)
    join resultados_cambios c on c.importacion = ${importacion}
      and c.inscripcion_id = n."inscripcionId" and c.celda = n.celda and c.fila < n.fila`.execute(
    trx,
  );
  return new Map(rows.map(({ llave, fila }) => [llave, fila]));
};

/** Whether all the cells of an import still say what it looked at, of people who still take an edition without acta. */
export const areCurrent = async (
  trx: Trx,
  importacion: string,
  edicionId: string,
): Promise<boolean> => {
  const { rows } = await sql<{ son: boolean }>`
    select not exists (select from actas where edicion_id = ${edicionId}) and not exists (
      select from resultados_cambios c
      left join ${INSCRITA.tables} on i.id = c.inscripcion_id and i.edicion_id = ${edicionId}
        and ${INSCRITA.cursando}
      left join resultados r on r.inscripcion_id = c.inscripcion_id
      left join asistencias a on a.inscripcion_id = c.inscripcion_id and a.sesion_id::text = c.celda
      where c.importacion = ${importacion} and (i.id is null or c.version <> coalesce(
        case c.celda when 'calificacion' then r.calificacion_version
          when 'observacion' then r.observacion_version else a.version end, 0))) as son`.execute(
    trx,
  );
  return rows[0]!.son;
};

/** Takes the next cells of an import (at most `limit`; null: all), in the order of its rows. */
export const takeCambios = async (
  trx: Trx,
  importacion: string,
  limit: number | null,
): Promise<CeldaImportada[]> => {
  const { rows } = await sql<CeldaImportada>`with tomadas as (
      delete from resultados_cambios where importacion = ${importacion}
        and (inscripcion_id, celda) in (select inscripcion_id, celda from resultados_cambios
          where importacion = ${importacion} order by fila, celda limit ${limit})
      returning *
    ) select inscripcion_id as "inscripcionId", celda, fila, valor, version from tomadas
    order by fila, celda`.execute(trx);
  return rows;
};

/** Forgets what is left of an import. */
export const deleteCambios = async (trx: Trx, importacion: string): Promise<void> => {
  await sql`delete from resultados_cambios where importacion = ${importacion}`.execute(trx);
};
