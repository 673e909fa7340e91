import { type ColumnType, sql } from 'kysely';
import { mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { PRUEBA, type PruebaRow } from '../../documentos/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import { CORRECCION, type EstadoCorreccion } from '../estados.ts';
import type { Cambios, CampoCorregible, Identidad } from '../rules.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    correcciones: {
      id: string;
      persona_id: string;
      estado: EstadoCorreccion;
      cambios: ColumnType<Cambios, string, never>;
      antes: ColumnType<Identidad, string, never>;
      motivo: string;
      documento_id: string;
      pedido_por: string;
      creado_en: Date;
      decidido_por: string | null;
      decidido_en: Date | null;
      nota: string | null;
    };
  }
}

/** Of one person, the newest first. */
export const selectCorreccionesOf = (db: Db | Trx, personaId: string) =>
  db
    .selectFrom('correcciones')
    .selectAll()
    .where('persona_id', '=', personaId)
    .orderBy('creado_en', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();
export type CorreccionRow = Awaited<ReturnType<typeof selectCorreccionesOf>>[number];

export const findCorreccion = (db: Db | Trx, id: string) =>
  db.selectFrom('correcciones').selectAll().where('id', '=', id).executeTakeFirst();

/** One that waits; null when that person has one already. The constraint decides. */
export const insertCorreccion = async (
  trx: Trx,
  row: {
    id: string;
    personaId: string;
    cambios: Cambios;
    antes: Identidad;
    motivo: string;
    documentoId: string;
    pedidoPor: string;
    creadoEn: Date;
  },
): Promise<CorreccionRow | null> =>
  (await trx
    .insertInto('correcciones')
    .values({
      id: row.id,
      persona_id: row.personaId,
      estado: CORRECCION.pasos.pedir.a,
      cambios: JSON.stringify(row.cambios),
      antes: JSON.stringify(row.antes),
      motivo: row.motivo,
      documento_id: row.documentoId,
      pedido_por: row.pedidoPor,
      creado_en: row.creadoEn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Takes one out of the queue; false when it does not wait any more. */
export const closeCorreccion = async (
  trx: Trx,
  id: string,
  paso: 'aprobar' | 'rechazar' | 'retirar',
  { por, en, nota }: { por: string; en: Date; nota: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('correcciones')
    .set({ estado: CORRECCION.pasos[paso].a, decidido_por: por, decidido_en: en, nota })
    .where('id', '=', id)
    .where(mayTake(CORRECCION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What waits of a file that is another now has no effect. */
export const annulCorreccionesDe = (
  trx: Trx,
  personaId: string,
  { en, campo }: { en: Date; campo: CampoCorregible | null },
) =>
  trx
    .updateTable('correcciones')
    .set({ estado: CORRECCION.pasos.anular.a, decidido_en: en })
    .where('persona_id', '=', personaId)
    .where(mayTake(CORRECCION, 'anular'))
    .$if(campo !== null, (query) => query.where(sql<boolean>`cambios ? ${campo}`))
    .returning('id')
    .execute();

export const moveCorrecciones = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('correcciones')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning('id')
    .execute();

/** Of these people, held until the transaction ends when `lock`. */
export const selectPendientesDe = (trx: Trx, personaIds: readonly string[], lock: boolean) =>
  trx
    .selectFrom('correcciones')
    .select(['id', 'persona_id', 'estado'])
    .where('persona_id', 'in', personaIds)
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute();

/** How many wait, and since when the first of them. */
export const countEspera = (db: Db): Promise<{ n: number; desde: Date | null }> =>
  db
    .selectFrom('correcciones')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(creado_en)`.as('desde')])
    .where(mayTake(CORRECCION, 'aprobar'))
    .executeTakeFirstOrThrow();

type Esperando = Pick<CorreccionRow, 'id' | 'persona_id' | 'cambios' | 'creado_en'> & PersonaRow;

export const selectPendientes = async (
  db: Db,
  { descendente, pagina, porPagina }: { descendente: boolean; pagina: number; porPagina: number },
): Promise<Esperando[]> => {
  const { rows } = await sql<Esperando>`
    select c.id, c.persona_id, c.cambios, c.creado_en, ${PERSONA.columns}
    from correcciones c join ${PERSONA.tables} on pe.id = c.persona_id
    where ${mayTake(CORRECCION, 'aprobar', 'c.estado')}
    order by c.creado_en ${descendente ? sql`desc` : sql`asc`}, c.id
    limit ${porPagina} offset ${(pagina - 1) * porPagina}`.execute(db);
  return rows;
};

export type CorreccionLeida = CorreccionRow & PersonaRow & PruebaRow;

/** One with its person as they are now, and its document. */
export const findLeida = async (db: Db | Trx, id: string): Promise<CorreccionLeida | undefined> => {
  const { rows } = await sql<CorreccionLeida>`
    select c.*, ${PERSONA.columns}, ${PRUEBA.columns}
    from correcciones c join ${PERSONA.tables} on pe.id = c.persona_id
      join ${PRUEBA.tables} on pr.id = c.documento_id
    where c.id = ${id}`.execute(db);
  return rows[0];
};
