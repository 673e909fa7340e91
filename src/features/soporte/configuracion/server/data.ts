import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from '../../../../platform/server/db/index.ts';
import { nombreDeCuenta } from '../../../identidad/server/reading.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    soporte_configuracion: {
      unica: Generated<boolean>;
      revision: number;
      actualizado_por: string | null;
      actualizado_en: Date | null;
    };
    soporte_respuestas: {
      id: Generated<string>;
      clave: string;
      titulo: string;
      texto: string;
      retirada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      revision: Generated<number>;
      actualizado_por: string;
      actualizado_en: Date;
    };
  }
}

export type RespuestaRow = Selectable<Tables['soporte_respuestas']>;

export const findConfiguracion = async (db: Db | Trx, { lock = false } = {}) => {
  const { rows } = await sql<{
    revision: number;
    actualizado_en: Date | null;
    nombre: string | null;
  }>`select u.revision, u.actualizado_en, ${nombreDeCuenta('u.actualizado_por')} as nombre
    from soporte_configuracion u ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]!;
};

export type HorariosRow = {
  semana: readonly { dia: number; de: string; a: string }[];
  excepciones: readonly {
    fecha: string;
    intervalos: readonly { de: string; a: string }[];
    motivo: string;
  }[];
};

/** Replaces all of them; the row of the configuration is held. Gives the new revision. */
export const replaceHorarios = async (
  trx: Trx,
  { semana, excepciones }: HorariosRow,
  { por, ahora }: { por: string; ahora: Date },
): Promise<number> => {
  await trx.deleteFrom('soporte_horarios').execute();
  await trx.deleteFrom('soporte_excepciones').execute();
  if (semana.length > 0) {
    await trx
      .insertInto('soporte_horarios')
      .values(semana.map((one) => ({ ...one })))
      .execute();
  }
  if (excepciones.length > 0) {
    await trx
      .insertInto('soporte_excepciones')
      .values(
        excepciones.map(({ fecha, intervalos, motivo }) => ({
          ...{ fecha, motivo },
          intervalos: JSON.stringify(intervalos.map(({ de, a }) => [de, a])),
        })),
      )
      .execute();
  }
  const { revision } = await trx
    .updateTable('soporte_configuracion')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      actualizado_por: por,
      actualizado_en: ahora,
    }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

export const selectRespuestas = (db: Db): Promise<RespuestaRow[]> =>
  db
    .selectFrom('soporte_respuestas')
    .selectAll()
    .orderBy((eb) => eb('retirada_en', 'is not', null))
    .orderBy('titulo')
    .execute();

export const countRespuestas = async (trx: Trx): Promise<number> => {
  const { n } = await trx
    .selectFrom('soporte_respuestas')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

export const insertRespuesta = async (
  trx: Trx,
  row: Pick<RespuestaRow, 'id' | 'titulo' | 'texto' | 'actualizado_por' | 'actualizado_en'>,
): Promise<void> => {
  await trx
    .insertInto('soporte_respuestas')
    .values({ ...row, clave: row.id })
    .execute();
};

export const lockRespuesta = (trx: Trx, id: string): Promise<RespuestaRow | undefined> =>
  trx
    .selectFrom('soporte_respuestas')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateRespuesta = async (
  trx: Trx,
  id: string,
  row: Pick<
    RespuestaRow,
    'titulo' | 'texto' | 'retirada_en' | 'actualizado_por' | 'actualizado_en' | 'revision'
  >,
): Promise<void> => {
  await trx.updateTable('soporte_respuestas').set(row).where('id', '=', id).execute();
};
