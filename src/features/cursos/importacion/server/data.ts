import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    oferta_cambios: {
      importacion: string;
      fila: number;
      llave: string;
      registro_id: string;
      antes: unknown;
      datos: unknown;
    };
    oferta_cambios_items: { importacion: string; item_id: string };
  }
}

/** What a row of a file makes of a course or an edition; `antes`, what it says now, is null of a new one. */
export type Cambio<D> = {
  fila: number;
  /** What rows are matched by. */
  llave: string;
  id: string;
  antes: D | null;
  datos: D;
};

/** Which of these an earlier row of the import has already. */
export const selectLlavesDeOtras = async (
  trx: Trx,
  importacion: string,
  rows: readonly { fila: number; llave: string }[],
): Promise<Map<string, number>> => {
  const { rows: found } = await sql<{ llave: string; fila: number }>`
    select c.llave, min(c.fila) as fila
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(fila int, llave text)
    join oferta_cambios c on c.importacion = ${importacion} and c.llave = r.llave and c.fila < r.fila
    group by c.llave`.execute(trx);
  return new Map(found.map(({ llave, fila }) => [llave, fila]));
};

/** Keeps what rows are to do, and of what they will point to that it is not deleted; forgets what they were to do before. */
export const saveCambios = async <D>(
  trx: Trx,
  importacion: string,
  { cambios, iguales, items }: { cambios: Cambio<D>[]; iguales: number[]; items: string[] },
): Promise<void> => {
  await sql`delete from oferta_cambios
    where importacion = ${importacion} and fila = any(${iguales}::int[])`.execute(trx);
  await sql`insert into oferta_cambios_items (importacion, item_id)
    select ${importacion}, i from unnest(${items}::uuid[]) as i order by i
    on conflict do nothing`.execute(trx);
  await sql`insert into oferta_cambios (importacion, fila, llave, registro_id, antes, datos)
    select ${importacion}, r.fila, r.llave, r.id, nullif(r.antes, 'null'::jsonb), r.datos
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb)
      as r(fila int, llave text, id uuid, antes jsonb, datos jsonb)
    on conflict (importacion, fila) do update set llave = excluded.llave,
      registro_id = excluded.registro_id, antes = excluded.antes, datos = excluded.datos`.execute(
    trx,
  );
};

/** What an import is to change of what is there, in the order of its rows. */
export const selectCambios = async <D>(
  trx: Trx,
  importacion: string,
): Promise<(Cambio<D> & { antes: D })[]> => {
  const { rows } = await sql<Cambio<D> & { antes: D }>`
    select fila, llave, registro_id as id, antes, datos from oferta_cambios
    where importacion = ${importacion} and antes is not null order by fila`.execute(trx);
  return rows;
};

/** Takes what the next rows are to do (at most `limit`; null: all), in their order. */
export const takeCambios = async <D>(
  trx: Trx,
  importacion: string,
  limit: number | null,
): Promise<Cambio<D>[]> => {
  const { rows } = await sql<Cambio<D>>`with tomados as (
      delete from oferta_cambios where importacion = ${importacion} and fila in (select fila
        from oferta_cambios where importacion = ${importacion} order by fila limit ${limit})
      returning *
    ) select fila, llave, registro_id as id, antes, datos from tomados order by fila`.execute(trx);
  return rows;
};

/** Forgets what is left of an import. */
export const deleteCambios = async (trx: Trx, importacion: string): Promise<void> => {
  await sql`delete from oferta_cambios where importacion = ${importacion}`.execute(trx);
  await sql`delete from oferta_cambios_items where importacion = ${importacion}`.execute(trx);
};
