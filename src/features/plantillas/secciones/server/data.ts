import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { DEFINICION } from '../../contract.ts';
import { type EstadoSeccion, SECCION } from '../estados.ts';
import type { Seccion } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    plantilla_secciones: {
      id: Generated<string>;
      nombre: string;
      descripcion: string;
      estado: EstadoSeccion;
      /** A form of this one section, of whatever format: it is read with `DEFINICION`. */
      definicion: ColumnType<unknown, string, string>;
      producto: string | null;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
  }
}

const COLUMNS = [
  'id',
  'nombre',
  'descripcion',
  'estado',
  'definicion',
  'producto',
  'actualizado_en',
] as const;

const formOf = (seccion: Seccion): string => DEFINICION.write({ secciones: [seccion], reglas: [] });

/** By name, as a list is read. */
export const selectSecciones = async (db: Db) => {
  const rows = await db.selectFrom('plantilla_secciones').select(COLUMNS).execute();
  return rows.sort((a, b) => a.nombre.localeCompare(b.nombre, 'es'));
};
export type SeccionRow = Awaited<ReturnType<typeof selectSecciones>>[number];

export const findSeccion = (db: Db | Trx, id: string) =>
  db.selectFrom('plantilla_secciones').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Those of these that may be taken. */
export const selectDisponibles = (trx: Trx, ids: readonly string[]) =>
  trx
    .selectFrom('plantilla_secciones')
    .select(['id', 'definicion'])
    .where('id', 'in', ids)
    .where(inEstado(SECCION, 'estado', 'disponible'))
    .execute();

/** Null: another one has its name. */
export const insertSeccion = async (
  trx: Trx,
  one: { nombre: string; descripcion: string; seccion: Seccion; producto: string | null },
): Promise<string | null> => {
  const { seccion, ...rest } = one;
  const row = await trx
    .insertInto('plantilla_secciones')
    .values({ ...rest, estado: SECCION.pasos.guardar.a, definicion: formOf(seccion) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** The keys of what came with the product and is here already, under whatever name. */
export const selectIncluidas = async (db: Db): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('plantilla_secciones')
    .select('producto')
    .where('producto', 'is not', null)
    .execute();
  return new Set(rows.map(({ producto }) => producto!));
};

type Escrita = 'escrita' | 'cambio' | 'repetida';

const written = async (work: Promise<{ numUpdatedRows: bigint }>): Promise<Escrita> => {
  try {
    return (await work).numUpdatedRows === 1n ? 'escrita' : 'cambio';
  } catch (error) {
    if (isUniqueViolation(error)) return 'repetida';
    throw error;
  }
};

type Nombre = { nombre: string; descripcion: string };

/** `cambio`: it does not say what was seen any more. */
export const updateNombre = (
  trx: Trx,
  id: string,
  next: Nombre,
  antes: Nombre,
  ahora: Date,
): Promise<Escrita> =>
  written(
    trx
      .updateTable('plantilla_secciones')
      .set({ ...next, actualizado_en: ahora })
      .where('id', '=', id)
      .where('nombre', '=', antes.nombre)
      .where('descripcion', '=', antes.descripcion)
      .executeTakeFirst(),
  );

/** `cambio`: it was changed since (`vista`, to the millisecond), or is not offered any more. */
export const updateContenido = (
  trx: Trx,
  { id, seccion, vista, ahora }: { id: string; seccion: Seccion; vista: Date; ahora: Date },
): Promise<Escrita> =>
  written(
    trx
      .updateTable('plantilla_secciones')
      .set({ definicion: formOf(seccion), actualizado_en: ahora })
      .where('id', '=', id)
      .where(inEstado(SECCION, 'estado', 'disponible'))
      .where(sql<Date>`date_trunc('milliseconds', actualizado_en)`, '=', vista)
      .executeTakeFirst(),
  );

/** `cambio`: it is so already. */
export const setArchivada = (
  trx: Trx,
  id: string,
  archivada: boolean,
  ahora: Date,
): Promise<Escrita> => {
  const paso = archivada ? 'archivar' : 'restaurar';
  return written(
    trx
      .updateTable('plantilla_secciones')
      .set({ estado: SECCION.pasos[paso].a, actualizado_en: ahora })
      .where('id', '=', id)
      .where(mayTake(SECCION, paso))
      .executeTakeFirst(),
  );
};
