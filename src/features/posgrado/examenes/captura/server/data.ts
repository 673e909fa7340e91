import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { type EstadoSolicitud, SOLICITUD } from '../../../estados.ts';

declare module '../../../../../platform/server/db/index.ts' {
  interface Tables {
    examen_motivos: { etapa_id: string; guardado_por: string; motivo: string; creado_en: Date };
    examen_filas: {
      importacion: string;
      solicitud_id: string;
      fila: number;
      puntos: number | null;
      version: number;
    };
    examen_correcciones: {
      id: Generated<string>;
      etapa_id: string;
      motivo: string;
      abierta_por: string;
      creado_en: Date;
      terminada_por: ColumnType<string | null, never, string>;
      terminada_en: ColumnType<Date | null, never, Date>;
    };
  }
}

export type SolicitudRow = {
  id: string;
  folio: string;
  persona_id: string;
  convocatoria_id: string;
  estado: EstadoSolicitud;
};

/** Applications by their ids. */
export const selectPorIds = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<SolicitudRow[]> => {
  const { rows } = await sql<SolicitudRow>`
    select s.id, s.folio, s.persona_id, s.convocatoria_id, s.estado from solicitudes s
    where s.id = any(${ids}::uuid[]) and s.folio is not null order by s.folio`.execute(db);
  return rows;
};

/** Applications of any call by their folios. */
export const selectPorFolios = async (
  db: Db | Trx,
  folios: readonly string[],
): Promise<SolicitudRow[]> => {
  const { rows } = await sql<SolicitudRow>`
    select s.id, s.folio, s.persona_id, s.convocatoria_id, s.estado from solicitudes s
    where s.folio = any(${folios})`.execute(db);
  return rows;
};

/** The person of an application, or undefined. */
export const findPersonaDe = async (
  db: Db | Trx,
  solicitudId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('solicitudes')
      .select('persona_id')
      .where('id', '=', solicitudId)
      .executeTakeFirst()
  )?.persona_id;

export const findMotivo = async (
  db: Db | Trx,
  { etapaId, uid }: { etapaId: string; uid: string },
): Promise<string | null> =>
  (
    await db
      .selectFrom('examen_motivos')
      .select('motivo')
      .where('etapa_id', '=', etapaId)
      .where('guardado_por', '=', uid)
      .executeTakeFirst()
  )?.motivo ?? null;

export const upsertMotivo = async (
  trx: Trx,
  row: { etapa_id: string; guardado_por: string; motivo: string; creado_en: Date },
): Promise<void> => {
  await trx
    .insertInto('examen_motivos')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['etapa_id', 'guardado_por'])
        .doUpdateSet({ motivo: row.motivo, creado_en: row.creado_en }),
    )
    .execute();
};

export const deleteMotivo = async (
  trx: Trx,
  { etapaId, uid }: { etapaId: string; uid: string },
): Promise<void> => {
  await trx
    .deleteFrom('examen_motivos')
    .where('etapa_id', '=', etapaId)
    .where('guardado_por', '=', uid)
    .execute();
};

/** The points of one application that a row of a file writes; `version`: the newest one that was seen. */
export type FilaImportada = {
  solicitudId: string;
  fila: number;
  puntos: number | null;
  version: number;
};

/** Keeps what these rows of a file are to write; forgets what they were to write before. */
export const saveFilas = async (
  trx: Trx,
  importacion: string,
  { filas, nuevas }: { filas: readonly number[]; nuevas: readonly FilaImportada[] },
): Promise<void> => {
  await sql`delete from examen_filas
    where importacion = ${importacion} and fila = any(${filas}::int[])`.execute(trx);
  await sql`insert into examen_filas (importacion, solicitud_id, fila, puntos, version)
    select ${importacion}, n."solicitudId", n.fila, n.puntos, n.version
    from jsonb_to_recordset(${JSON.stringify(nuevas)}::jsonb)
      as n("solicitudId" uuid, fila int, puntos int, version int)`.execute(trx);
};

/** Whether all the rows of an import were looked at beside the newest version, and their applications still compete. */
export const areFilasCurrent = async (
  trx: Trx,
  importacion: string,
  numero: number,
): Promise<boolean> => {
  const { rows } = await sql<{ son: boolean }>`
    select not exists (select from examen_filas f left join solicitudes s on s.id = f.solicitud_id
        and not ${inEstado(SOLICITUD, 's.estado', 'desistida', 'vencida', 'anulada')}
      where f.importacion = ${importacion} and (s.id is null or f.version <> ${numero})) as son`.execute(
    trx,
  );
  return rows[0]!.son;
};

/** The rows of an import, which are forgotten. */
export const takeFilas = async (trx: Trx, importacion: string): Promise<FilaImportada[]> => {
  const { rows } = await sql<FilaImportada>`
    delete from examen_filas where importacion = ${importacion}
    returning solicitud_id as "solicitudId", fila, puntos, version`.execute(trx);
  return rows;
};

/** One more version: all the points of the one before, but those that are given. */
export const insertVersion = async (
  trx: Trx,
  row: { etapa_id: string; numero: number; motivo: string; importado_por: string; creado_en: Date },
  cambios: readonly Pick<FilaImportada, 'solicitudId' | 'puntos'>[],
): Promise<string> => {
  const { id } = await trx
    .insertInto('examenes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into examen_puntos (examen_id, solicitud_id, puntos)
    select ${id}, n."solicitudId", n.puntos
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb) as n("solicitudId" uuid, puntos int)
    where exists (select from solicitudes s where s.id = n."solicitudId")`.execute(trx);
  await sql`insert into examen_puntos (examen_id, solicitud_id, puntos)
    select ${id}, p.solicitud_id, p.puntos from examen_puntos p join examenes x on x.id = p.examen_id
    where x.etapa_id = ${row.etapa_id} and x.numero = ${row.numero - 1}
    on conflict do nothing`.execute(trx);
  return id;
};

/** Closes a stage; null: it was closed already. */
export const updateCerrada = async (
  trx: Trx,
  etapaId: string,
  { por, en }: { por: string; en: Date },
): Promise<Date | null> => {
  const row = await trx
    .updateTable('convocatoria_etapas')
    .set({ cerrada_en: en, cerrada_por: por })
    .where('id', '=', etapaId)
    .where('cerrada_en', 'is', null)
    .returning('cerrada_en')
    .executeTakeFirst();
  return row?.cerrada_en ?? null;
};

/** Opens a correction; false: one is open. */
export const insertCorreccion = async (
  trx: Trx,
  row: { etapa_id: string; motivo: string; abierta_por: string; creado_en: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('examen_correcciones')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Ends the correction that is open; false: none is. */
export const updateTerminada = async (
  trx: Trx,
  etapaId: string,
  { por, en }: { por: string; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('examen_correcciones')
    .set({ terminada_por: por, terminada_en: en })
    .where('etapa_id', '=', etapaId)
    .where('terminada_en', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
