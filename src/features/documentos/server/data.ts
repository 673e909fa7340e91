import { type Generated, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Antivirus, antivirusOf } from '../../../platform/server/db/antivirus.ts';
import { inEstado, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { itemNombre, itemReferido } from '../../catalogos/server/reading.ts';
import { DOCUMENTO, type EstadoDocumento } from '../estados.ts';

type DocumentosTable = {
  id: Generated<string>;
  persona_id: string;
  tipo_id: string;
  version: number;
  estado: EstadoDocumento;
  nombre: string;
  objeto: string;
  sha256: string;
  bytes: number;
  content_type: string;
  creado_en: Date;
  decidido_en: Generated<Date | null>;
  decidido_por: Generated<string | null>;
  motivo_id: Generated<string | null>;
  nota: Generated<string | null>;
  vence_en: Generated<Date | null>;
  contado_en: Generated<Date | null>;
  avisado_en: Generated<Date | null>;
};

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    documentos: DocumentosTable;
    documentos_turnos: { documento_id: string; uid: string; vence_en: Date };
  }
}

export type Documento = Selectable<DocumentosTable>;

/** With why it was rejected, as the catalog calls it today, and whether the antivirus lets it be read. */
export type DocumentoRow = Documento & { motivo: string | null; antivirus: Antivirus };

const MOTIVO = [
  itemNombre('documentos.motivo_id').as('motivo'),
  antivirusOf('documentos.objeto').as('antivirus'),
] as const;

/** That no later version of it was sent. */
const ULTIMA: RawBuilder<boolean> = sql<boolean>`not exists (select from documentos despues
  where despues.persona_id = documentos.persona_id and despues.tipo_id = documentos.tipo_id
    and despues.version > documentos.version)`;

/** Every version of a person's documents, the newest of each type first. */
export const selectDocumentosOf = (db: Db | Trx, personaId: string): Promise<DocumentoRow[]> =>
  db
    .selectFrom('documentos')
    .selectAll()
    .select(MOTIVO)
    .where('persona_id', '=', personaId)
    .orderBy('tipo_id')
    .orderBy('version', 'desc')
    .execute();

export const findDocumento = (db: Db | Trx, id: string): Promise<DocumentoRow | undefined> =>
  db.selectFrom('documentos').selectAll().select(MOTIVO).where('id', '=', id).executeTakeFirst();

/** These, with how their type is called today. */
export const selectPruebas = async (db: Db | Trx, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const { rows } = await sql<
    Pick<Documento, 'id' | 'persona_id' | 'estado'> & { tipo: { clave: string; nombre: string } }
  >`select d.id, d.persona_id, d.estado, ${itemReferido('d.tipo_id')} as tipo
    from documentos d where d.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

/** These versions, with their type as it is called today. */
export const selectVersiones = async (db: Db | Trx, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const { rows } = await sql<
    Pick<Documento, 'id' | 'persona_id' | 'version' | 'estado' | 'vence_en'> & {
      tipo: { clave: string; nombre: string };
      antivirus: Antivirus;
    }
  >`select d.id, d.persona_id, d.version, d.estado, d.vence_en, ${itemReferido('d.tipo_id')} as tipo,
      ${antivirusOf('d.objeto')} as antivirus
    from documentos d where d.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

/** Every version of somebody's documents of a type. */
export const selectIdsDeTipo = async (
  db: Db | Trx,
  { personaId, tipoId }: { personaId: string; tipoId: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('documentos')
    .select('id')
    .where('persona_id', '=', personaId)
    .where('tipo_id', '=', tipoId)
    .execute();
  return rows.map(({ id }) => id);
};

/** Held until the transaction ends. */
export const lockDocumento = (trx: Trx, id: string): Promise<Documento | undefined> =>
  trx.selectFrom('documentos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** One at a time sends documents of a person. */
export const lockVault = (trx: Trx, personaId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`documentos:${personaId}`}, 0))`.execute(trx);

/** Bytes that a person keeps, versions included, and the last version of a type (0: none). */
export const weighVault = (
  trx: Trx,
  { personaId, tipoId }: { personaId: string; tipoId: string },
): Promise<{ bytes: number; version: number }> =>
  trx
    .selectFrom('documentos')
    .select([
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
      sql<number>`coalesce(max(version) filter (where tipo_id = ${tipoId}), 0)::int`.as('version'),
    ])
    .where('persona_id', '=', personaId)
    .executeTakeFirstOrThrow();

/** Bytes that the documents of everybody take. */
export const weighAll = async (db: Db | Trx): Promise<number> => {
  const { bytes } = await db
    .selectFrom('documentos')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
};

export const insertDocumento = (trx: Trx, row: Insertable<DocumentosTable>): Promise<Documento> =>
  trx.insertInto('documentos').values(row).returningAll().executeTakeFirstOrThrow();

/** What waits of a type gives its place to what is sent. */
export const replacePendiente = (
  trx: Trx,
  { personaId, tipoId }: { personaId: string; tipoId: string },
) =>
  trx
    .updateTable('documentos')
    .set({ estado: DOCUMENTO.pasos.sustituir.a })
    .where('persona_id', '=', personaId)
    .where('tipo_id', '=', tipoId)
    .where(mayTake(DOCUMENTO, 'sustituir'))
    .returning(['id', 'version'])
    .execute();

/** What is to be told to people: decided before a moment. */
export const selectPorContar = (db: Db, { hasta }: { hasta: Date }) =>
  db
    .selectFrom('documentos')
    .select('persona_id')
    .distinct()
    .where('contado_en', 'is', null)
    .where('decidido_en', '<=', hasta)
    .where(inEstado(DOCUMENTO, 'estado', 'validado', 'rechazado'))
    .limit(200)
    .execute();

/** Marks what was decided of one person's documents as told, and gives it. */
export const takePorContar = (
  trx: Trx,
  { personaId, hasta, ahora }: { personaId: string; hasta: Date; ahora: Date },
) =>
  trx
    .updateTable('documentos')
    .set({ contado_en: ahora })
    .where('persona_id', '=', personaId)
    .where('contado_en', 'is', null)
    .where('decidido_en', '<=', hasta)
    .where(inEstado(DOCUMENTO, 'estado', 'validado', 'rechazado'))
    .returning([
      'id',
      'estado',
      'nota',
      'vence_en',
      itemNombre('tipo_id').as('tipo'),
      itemNombre('motivo_id').as('motivo'),
    ])
    .execute();

/** Those whose last day is over. */
export const expireDocumentos = (trx: Trx, ahora: Date) =>
  trx
    .updateTable('documentos')
    .set({ estado: DOCUMENTO.pasos.vencer.a })
    .where('vence_en', '<=', ahora)
    .where(mayTake(DOCUMENTO, 'vencer'))
    .returning(['id', 'persona_id', 'tipo_id'])
    .execute();

/** Of one person, those that end soon and of which nothing newer was sent: marked as told, and given. */
export const takePorVencer = (trx: Trx, { hasta, ahora }: { hasta: Date; ahora: Date }) =>
  trx
    .updateTable('documentos')
    .set({ avisado_en: ahora })
    .where('avisado_en', 'is', null)
    .where('vence_en', '<=', hasta)
    .where(inEstado(DOCUMENTO, 'estado', 'validado'))
    .where(ULTIMA)
    .returning(['id', 'persona_id', 'vence_en', itemNombre('tipo_id').as('tipo')])
    .execute();

/** What of a person's vault asks something of them: rejected, over, or over soon, and nothing newer was sent. */
export const selectAtencion = (db: Db, { personaId, hasta }: { personaId: string; hasta: Date }) =>
  db
    .selectFrom('documentos')
    .select(['estado', 'vence_en', itemNombre('tipo_id').as('tipo')])
    .where('persona_id', '=', personaId)
    .where((where) =>
      where.or([
        inEstado(DOCUMENTO, 'estado', 'rechazado', 'vencido'),
        where.and([inEstado(DOCUMENTO, 'estado', 'validado'), where('vence_en', '<=', hasta)]),
      ]),
    )
    .where(ULTIMA)
    .orderBy('creado_en')
    .execute();

/** How many versions are of a type, or were rejected for a reason. */
export const countUsos = async (
  db: Db,
  columna: 'tipo_id' | 'motivo_id',
  id: string,
): Promise<number> => {
  const { n } = await db
    .selectFrom('documentos')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(columna, '=', id)
    .executeTakeFirstOrThrow();
  return n;
};

/** The versions of these people; `lock` holds them until the transaction ends. */
export const selectVersionesOf = async (trx: Trx, personaIds: readonly string[], lock: boolean) => {
  const query = trx
    .selectFrom('documentos')
    .select([
      'id',
      'persona_id as personaId',
      'tipo_id as tipoId',
      'version',
      'estado',
      'creado_en as creadoEn',
      itemNombre('tipo_id').as('tipo'),
    ])
    .where(sql<boolean>`persona_id = any(${personaIds}::uuid[])`)
    .orderBy('id');
  return lock ? query.forUpdate().execute() : query.execute();
};

/** Another waits in its place. */
export const replaceDocumento = async (trx: Trx, id: string): Promise<void> => {
  await trx
    .updateTable('documentos')
    .set({ estado: DOCUMENTO.pasos.sustituir.a })
    .where('id', '=', id)
    .where(mayTake(DOCUMENTO, 'sustituir'))
    .execute();
};

/** The versions as they are of one person: first out of each other's way, then to their places. */
export const moveVersiones = async (
  trx: Trx,
  a: string,
  versiones: readonly { id: string; version: number }[],
): Promise<void> => {
  const places = JSON.stringify(versiones);
  for (const apart of [1_000_000, 0]) {
    await sql`update documentos d set persona_id = ${a}, version = v.version + ${apart}::int
      from jsonb_to_recordset(${places}::jsonb) as v(id uuid, version int)
      where d.id = v.id`.execute(trx);
  }
};
