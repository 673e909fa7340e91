import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { EstadoVinculacion } from '../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    vinculaciones: {
      id: Generated<string>;
      uid: string;
      persona_id: string;
      nombre: string;
      apellido_paterno: string;
      apellido_materno: string;
      estado: Generated<EstadoVinculacion>;
      motivo: Generated<string | null>;
      creado_en: Generated<Date>;
      decidida_en: Generated<Date | null>;
      decidida_por: Generated<string | null>;
      /** When its person was told; a rejection may be withdrawn until then. */
      contada_en: Generated<Date | null>;
    };
    vinculaciones_turnos: { vinculacion_id: string; uid: string; vence_en: Date };
  }
}

/** A request that waits; null when that account has one already. */
export const insertVinculacion = async (
  trx: Trx,
  vinculacion: {
    uid: string;
    personaId: string;
    nombre: string;
    apellidoPaterno: string;
    apellidoMaterno: string;
  },
): Promise<string | null> => {
  const row = await trx
    .insertInto('vinculaciones')
    .values({
      uid: vinculacion.uid,
      persona_id: vinculacion.personaId,
      nombre: vinculacion.nombre,
      apellido_paterno: vinculacion.apellidoPaterno,
      apellido_materno: vinculacion.apellidoMaterno,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

const withFiles = sql<boolean>`exists (select 1 from archivos a
  where a.propietario = vinculaciones.uid
    and starts_with(a.nombre, 'vinculaciones/' || vinculaciones.uid || '/'))`;

export const countPendientes = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('vinculaciones')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('estado', '=', 'pendiente')
    .executeTakeFirstOrThrow();
  return row.n;
};

/** How many wait, and since when the first of them. */
export const countEspera = async (db: Db): Promise<{ n: number; desde: Date | null }> =>
  db
    .selectFrom('vinculaciones')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(creado_en)`.as('desde')])
    .where('estado', '=', 'pendiente')
    .executeTakeFirstOrThrow();

export const selectPendientes = (
  db: Db,
  { descendente, pagina, porPagina }: { descendente: boolean; pagina: number; porPagina: number },
) =>
  db
    .selectFrom('vinculaciones')
    .innerJoin('personas', 'personas.id', 'vinculaciones.persona_id')
    .select([
      'vinculaciones.id',
      'vinculaciones.persona_id',
      'vinculaciones.nombre',
      'vinculaciones.apellido_paterno',
      'vinculaciones.apellido_materno',
      'vinculaciones.creado_en',
      'personas.clave',
      'personas.nombre_completo',
      withFiles.as('identificacion'),
      sql<boolean>`exists (select 1 from cuentas c where c.persona_id = personas.id)`.as(
        'con_cuenta',
      ),
    ])
    .where('vinculaciones.estado', '=', 'pendiente')
    .orderBy('vinculaciones.creado_en', descendente ? 'desc' : 'asc')
    .orderBy('vinculaciones.id')
    .limit(porPagina)
    .offset((pagina - 1) * porPagina)
    .execute();

/** One request with the account that asks, the file, and the account that the file has. */
export const findVinculacion = (db: Db | Trx, id: string) =>
  db
    .selectFrom('vinculaciones')
    .innerJoin('personas', 'personas.id', 'vinculaciones.persona_id')
    .innerJoin('cuentas', 'cuentas.uid', 'vinculaciones.uid')
    .leftJoin('cuentas as suya', 'suya.persona_id', 'personas.id')
    .select([
      'vinculaciones.id',
      'vinculaciones.uid',
      'vinculaciones.persona_id',
      'vinculaciones.estado',
      'vinculaciones.nombre',
      'vinculaciones.apellido_paterno',
      'vinculaciones.apellido_materno',
      'vinculaciones.creado_en',
      'cuentas.email',
      'cuentas.persona_id as cuenta_persona',
      'personas.clave',
      'personas.nombre as persona_nombre',
      'personas.apellido_paterno as persona_paterno',
      'personas.apellido_materno as persona_materno',
      'personas.nombre_completo',
      'personas.fecha_nacimiento',
      'personas.sexo',
      'personas.entidad_nacimiento',
      'personas.correo_conocido',
      'suya.uid as suya_uid',
      'suya.email as suya_email',
    ])
    .where('vinculaciones.id', '=', id)
    .executeTakeFirst();
export type VinculacionRow = NonNullable<Awaited<ReturnType<typeof findVinculacion>>>;

/** The newest request of an account. */
export const findLatestOf = (db: Db | Trx, uid: string) =>
  db
    .selectFrom('vinculaciones')
    .innerJoin('personas', 'personas.id', 'vinculaciones.persona_id')
    .select([
      'vinculaciones.id',
      'vinculaciones.estado',
      'vinculaciones.motivo',
      'vinculaciones.creado_en',
      'vinculaciones.contada_en',
      'personas.clave',
      withFiles.as('identificacion'),
    ])
    .where('vinculaciones.uid', '=', uid)
    .orderBy('vinculaciones.creado_en', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What was asked of a file goes on being asked of the one that takes it in. */
export const moveVinculaciones = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('vinculaciones')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};
