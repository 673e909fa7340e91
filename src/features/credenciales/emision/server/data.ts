import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { readActividad } from '../../../resultados/actas/contract.ts';
import {
  ACTIVIDAD_DE_ACTA,
  RESULTADO_EN_ACTA,
  type ResultadoEnActaRow,
} from '../../../resultados/server/reading.ts';
import { EN_RUTA } from '../../../rutas/server/reading.ts';
import type { ContenidoComun } from '../contract.ts';
import type { Fuente, TipoEnLote } from '../rules.ts';

type Emisiones = {
  id: string;
  tipo: TipoEnLote;
  fuente: Fuente;
  fuente_id: string;
  contenido: unknown;
  trabajo_id: string;
  pedido_en: Date;
  pedido_por: string;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    emisiones: Emisiones;
  }
}

export type EmisionRow = Omit<Emisiones, 'contenido'> & { contenido: ContenidoComun };

/** False: there is one of that id. */
export const insertEmision = async (trx: Trx, row: EmisionRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('emisiones')
    .values({ ...row, contenido: JSON.stringify(row.contenido) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const findEmision = async (db: Db | Trx, id: string): Promise<EmisionRow | null> =>
  ((await db.selectFrom('emisiones').selectAll().where('id', '=', id).executeTakeFirst()) as
    | EmisionRow
    | undefined) ?? null;

/** Those of an edition or a route, the newest first, with how many documents each issued. */
export const selectEmisiones = async (db: Db, fuente: Fuente, fuenteId: string) => {
  const { rows } = await sql<EmisionRow & { emitidos: number }>`
    select s.*, (select count(*)::int from documentos_emitidos d where d.emision_id = s.id) as emitidos
    from emisiones s where s.fuente_id = ${fuenteId} and s.fuente = ${fuente}
    order by s.pedido_en desc, s.id limit 50`.execute(db);
  return rows;
};

/** The documents of an emission, from the one of an id on. */
export const selectDeEmision = (db: Db, id: string, after: string | null, limit: number) =>
  db
    .selectFrom('documentos_emitidos')
    .select('id')
    .where('emision_id', '=', id)
    .where('emitido_en', 'is not', null)
    .$if(after !== null, (rows) => rows.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();

export type CandidatoRow = ResultadoEnActaRow & {
  origen_de: string;
  persona_id: string;
  clave: string;
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
  cumple: boolean | null;
  emitido: boolean;
};

/** One of that kind was issued for it already: to that place, or to that person by another one. */
const emitido = (tipo: TipoEnLote, origen: string, place: 'i' | 'rp') =>
  sql`exists (select from documentos_emitidos d where d.origen = ${origen} and d.tipo = ${tipo}
    and (d.origen_de = ${sql.ref(`${place}.id`)} or d.persona_id = pe.id)) as emitido`;

const PERSON = sql`pe.id as persona_id, pe.clave, pe.nombre, pe.apellido_paterno,
  pe.apellido_materno`;
const BY_NAME = sql`plegar(pe.apellido_paterno), plegar(pe.apellido_materno), plegar(pe.nombre), pe.id`;

/** Who has a seat in an edition, with what its acta says of them. */
export const selectDeEdicion = async (
  db: Db | Trx,
  edicionId: string,
  tipo: TipoEnLote,
): Promise<CandidatoRow[]> => {
  const { rows } = await sql<CandidatoRow>`
    select i.id as origen_de, ${PERSON}, ${RESULTADO_EN_ACTA.columns}, x.resultado = 'acreditada' as cumple,
      ${emitido(tipo, edicionId, 'i')}
    from ${INSCRITA.tables} join ${PERSONA.tables} on pe.id = i.persona_id
      left join ${RESULTADO_EN_ACTA.tables}
    where i.edicion_id = ${edicionId} and ${INSCRITA.conLugar} order by ${BY_NAME}`.execute(db);
  return rows;
};

/** Who is in a route, and whether they completed it. */
export const selectDeRuta = async (
  db: Db | Trx,
  rutaId: string,
  tipo: TipoEnLote,
): Promise<CandidatoRow[]> => {
  const { rows } = await sql<CandidatoRow>`
    select rp.id as origen_de, ${PERSON}, null as resultado, null::float8 as calificacion,
      ${EN_RUTA.completada} as cumple, ${emitido(tipo, rutaId, 'rp')}
    from ${EN_RUTA.tables} join ${PERSONA.tables} on pe.id = rp.persona_id
    where rp.ruta_id = ${rutaId} order by ${BY_NAME}`.execute(db);
  return rows;
};

/** Course and edition as the acta says them; null: it has none. */
export const findActividad = async (db: Db | Trx, edicionId: string) => {
  const { rows } = await sql<{ actividad: unknown }>`
    select ${ACTIVIDAD_DE_ACTA.columns} from ${ACTIVIDAD_DE_ACTA.tables}
    where a.edicion_id = ${edicionId}`.execute(db);
  return rows[0] ? readActividad(rows[0].actividad) : null;
};
