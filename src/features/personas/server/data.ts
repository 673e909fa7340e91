import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    personas: {
      id: Generated<string>;
      clave: string;
      curp: string | null;
      nombre: string;
      apellido_paterno: string;
      apellido_materno: string;
      nombre_completo: string;
      fecha_nacimiento: string | null;
      sexo: 'H' | 'M' | 'X' | null;
      entidad_nacimiento: string | null;
      discrepancias: Generated<string[]>;
      curp_declarada: Generated<string | null>;
      creada_en: Generated<Date>;
      actualizada_en: Generated<Date>;
    };
  }
}

export type NewPersona = {
  clave: string;
  curp: string | null;
  nombre: string;
  apellidoPaterno: string;
  apellidoMaterno: string;
  nombreCompleto: string;
  fechaNacimiento: string | null;
  sexo: 'H' | 'M' | 'X' | null;
  entidadNacimiento: string | null;
  discrepancias: string[];
  /** What a registration without validation said its CURP was. */
  curpDeclarada?: string | null;
};

/** Inserts a person; null when the CURP (or key) is already somebody's. The constraint decides. */
export const insertPersona = async (trx: Trx, p: NewPersona): Promise<string | null> => {
  const row = await trx
    .insertInto('personas')
    .values({
      clave: p.clave,
      curp: p.curp,
      nombre: p.nombre,
      apellido_paterno: p.apellidoPaterno,
      apellido_materno: p.apellidoMaterno,
      nombre_completo: p.nombreCompleto,
      fecha_nacimiento: p.fechaNacimiento,
      sexo: p.sexo,
      entidad_nacimiento: p.entidadNacimiento,
      discrepancias: sql<string[]>`${p.discrepancias}::text[]`,
      curp_declarada: p.curpDeclarada ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

export const findPersona = (db: Db | Trx, id: string) =>
  db.selectFrom('personas').selectAll().where('id', '=', id).executeTakeFirst();

export const findPersonaByClave = (db: Db | Trx, clave: string) =>
  db.selectFrom('personas').selectAll().where('clave', '=', clave).executeTakeFirst();
