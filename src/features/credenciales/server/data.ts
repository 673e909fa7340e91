import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import { cursorPage } from '../../../platform/server/db/cursor.ts';
import { inEstado, inGrupo, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { hasWords } from '../../../platform/server/db/search.ts';
import { PERSONA } from '../../personas/server/reading.ts';
import { EN_DESACUERDO } from '../acta/server/reading.ts';
import { EMITIDO, type EstadoEmitido } from '../estados.ts';
import type { Tipo } from '../rules.ts';

type DocumentosEmitidos = {
  id: Generated<string>;
  tipo: Tipo;
  folio: string;
  credencial_id: Generated<string>;
  persona_id: string;
  estado: EstadoEmitido;
  datos: unknown;
  diseno_version_id: string;
  lista: number;
  indice: number;
  preparado_en: Date;
  preparado_por: string;
  emitido_en: Date | null;
  emitido_por: string | null;
  vence_en: Date | null;
  estado_en: Date;
  motivo: Generated<string | null>;
  sustituye: string | null;
  /** Of one issued with others: with which, of what edition or route, and of whose place in it. */
  emision_id: Generated<string | null>;
  origen: Generated<string | null>;
  origen_de: Generated<string | null>;
  /** The line of an acta that it certifies; or the document of the vault that proves it (histórico). */
  inscripcion_id: Generated<string | null>;
  evidencia_id: Generated<string | null>;
  credencial: Generated<Record<string, unknown> | null>;
  pdf_objeto: Generated<string | null>;
  pdf_sha256: Generated<string | null>;
  busqueda: Generated<string>;
};

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    documentos_emitidos: DocumentosEmitidos;
  }
}

export type EmitidoRow = Selectable<DocumentosEmitidos>;
export type NewEmitido = Pick<
  EmitidoRow,
  | 'id'
  | 'tipo'
  | 'folio'
  | 'persona_id'
  | 'estado'
  | 'diseno_version_id'
  | 'lista'
  | 'indice'
  | 'preparado_en'
  | 'preparado_por'
  | 'emitido_en'
  | 'emitido_por'
  | 'vence_en'
  | 'estado_en'
  | 'sustituye'
> & { datos: string; motivo?: string | null } & Partial<
    Origen & Pick<EmitidoRow, 'inscripcion_id' | 'evidencia_id'>
  >;

/** Of what a document that is issued with others is. */
export type Origen = { emision_id: string; origen: string; origen_de: string };

/** Null: the id, the folio, its place in the lists or what it is issued for is taken. */
export const insertEmitido = async (trx: Trx, row: NewEmitido): Promise<EmitidoRow | null> =>
  (await trx
    .insertInto('documentos_emitidos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null;

export const findEmitido = async (db: Db | Trx, id: string): Promise<EmitidoRow | null> =>
  (await db
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** The one of a folio as it is kept, once it was issued. */
export const findEmitidoByFolio = async (db: Db, folio: string): Promise<EmitidoRow | null> =>
  (await db
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where('folio', '=', folio)
    .where(inGrupo(EMITIDO, 'emitidos'))
    .executeTakeFirst()) ?? null;

/** Those of some folios as they are kept, once they were issued. */
export const selectEmitidosByFolio = (db: Db, folios: readonly string[]): Promise<EmitidoRow[]> =>
  db
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where(sql<boolean>`folio = any(${folios}::text[])`)
    .where(inGrupo(EMITIDO, 'emitidos'))
    .execute();

/** What was issued in the place of this one; with `emitido`, only once it was. */
export const findSustituto = async (
  db: Db | Trx,
  id: string,
): Promise<Pick<EmitidoRow, 'id' | 'folio' | 'tipo' | 'estado'> | null> =>
  (await db
    .selectFrom('documentos_emitidos')
    .select(['id', 'folio', 'tipo', 'estado'])
    .where('sustituye', '=', id)
    .executeTakeFirst()) ?? null;

/** The one of that kind that was issued for somebody's place in an edition or a route. */
export const findEmitidoDeOrigen = async (
  trx: Trx,
  tipo: Tipo,
  { origen, origen_de }: Origen,
): Promise<EmitidoRow | null> =>
  (await trx
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where('origen', '=', origen)
    .where('tipo', '=', tipo)
    .where('origen_de', '=', origen_de)
    .executeTakeFirst()) ?? null;

/** Held until the transaction ends. */
export const lockEmitido = async (trx: Trx, id: string): Promise<EmitidoRow | null> =>
  (await trx
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null;

/** How many documents a pair of lists has. */
export const countEnLista = async (trx: Trx, lista: number): Promise<number> => {
  const { n } = await trx
    .selectFrom('documentos_emitidos')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('lista', '=', lista)
    .executeTakeFirstOrThrow();
  return n;
};

/** The places in a pair of lists whose bit is set. */
export const selectIndices = async (
  db: Db | Trx,
  lista: number,
  proposito: 'revocation' | 'suspension',
): Promise<number[]> => {
  const rows = await db
    .selectFrom('documentos_emitidos')
    .select('indice')
    .where('lista', '=', lista)
    .where(
      proposito === 'revocation'
        ? inGrupo(EMITIDO, 'anulados')
        : inEstado(EMITIDO, 'estado', 'suspendida'),
    )
    .execute();
  return rows.map(({ indice }) => indice);
};

type Paso = Exclude<keyof typeof EMITIDO.pasos, 'preparar' | 'descartar'>;

/** Takes a step; null: it may not any more, because somebody took one before. */
export const stepEmitido = async (
  trx: Trx,
  id: string,
  paso: Paso,
  set: Partial<Pick<EmitidoRow, 'emitido_en' | 'emitido_por' | 'motivo'>> &
    Pick<EmitidoRow, 'estado_en'>,
): Promise<EmitidoRow | null> =>
  (await trx
    .updateTable('documentos_emitidos')
    .set({ ...set, estado: EMITIDO.pasos[paso].a })
    .where('id', '=', id)
    .where(mayTake(EMITIDO, paso))
    .returningAll()
    .executeTakeFirst()) ?? null;

export const deleteBorradorEmitido = async (trx: Trx, id: string): Promise<EmitidoRow | null> =>
  (await trx
    .deleteFrom('documentos_emitidos')
    .where('id', '=', id)
    .where(mayTake(EMITIDO, 'descartar'))
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Keeps the credential that was made; false: somebody else's was a moment earlier. */
export const setCredencial = async (
  trx: Trx,
  id: string,
  credencial: Record<string, unknown>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('documentos_emitidos')
    .set({ credencial: JSON.stringify(credencial) as never })
    .where('id', '=', id)
    .where('credencial', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Says which is the PDF of a document, or (`again`) where its same bytes are now. False when it has one already: the first stays. */
export const setPdfEmitido = async (
  trx: Trx,
  id: string,
  pdf: { objeto: string; sha256: string },
  again: boolean,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('documentos_emitidos')
    .set({ pdf_objeto: pdf.objeto, pdf_sha256: pdf.sha256 })
    .where('id', '=', id)
    .where('pdf_sha256', again ? '=' : 'is', again ? pdf.sha256 : null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Those that were issued and have no PDF yet, from the one of an id on. The lack of one is in the index of `pdf_objeto`. */
export const selectPorImprimir = (
  db: Db,
  after: string | null,
  limit: number,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('documentos_emitidos')
    .select('id')
    .where('pdf_objeto', 'is', null)
    .where('emitido_en', 'is not', null)
    .$if(after !== null, (rows) => rows.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Those of a person: `emitidos`, only those that were issued. */
export const selectEmitidosDe = (
  db: Db,
  personaId: string,
  { emitidos }: { emitidos: boolean },
): Promise<EmitidoRow[]> =>
  db
    .selectFrom('documentos_emitidos')
    .selectAll()
    .where('persona_id', '=', personaId)
    .$if(emitidos, (rows) => rows.where(inGrupo(EMITIDO, 'emitidos')))
    .orderBy('preparado_en', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

export type EmitidosQuery = {
  tipo: Tipo;
  busqueda?: string | undefined;
  /** `enDesacuerdo`: in force, and saying another thing than its acta. */
  estado?: EstadoEmitido | 'vencida' | 'enDesacuerdo' | undefined;
  personaId?: string | undefined;
  ahora: Date;
};

/** The order of the list, as its cursors say it. */
const keyOf = ({ preparado_en, id }: EmitidoRow) => `${preparado_en.toISOString()}_${id}`;

const filtered = (db: Db, { tipo, busqueda, estado, personaId, ahora }: EmitidosQuery) => {
  const over = sql<boolean>`coalesce(vence_en <= ${ahora}, false)`;
  return db
    .selectFrom('documentos_emitidos as d')
    .where('tipo', '=', tipo)
    .where(hasWords('busqueda', { busqueda }))
    .$if(personaId !== undefined, (rows) => rows.where('persona_id', '=', personaId!))
    .$if(estado === 'enDesacuerdo', (rows) =>
      rows.where(EN_DESACUERDO).where(sql<boolean>`not ${over}`),
    )
    .$if(estado === 'vencida', (rows) =>
      rows.where(inEstado(EMITIDO, 'estado', 'vigente', 'suspendida')).where(over),
    )
    .$if(estado === 'vigente' || estado === 'suspendida', (rows) =>
      rows.where('estado', '=', estado as EstadoEmitido).where(sql<boolean>`not ${over}`),
    )
    .$if(estado === 'borrador' || estado === 'revocada' || estado === 'sustituida', (rows) =>
      rows.where('estado', '=', estado as EstadoEmitido),
    );
};

/** A page of those of a kind, the newest first unless said. */
export const selectEmitidos = (
  db: Db,
  query: EmitidosQuery,
  at: {
    tras?: string | undefined;
    antes?: string | undefined;
    porPagina: number;
    ascendente: boolean;
  },
) =>
  cursorPage(
    at,
    keyOf,
    ({ after, reversed, limit }) => {
      const [en, id] = after?.split('_') ?? [];
      const rising = reversed !== at.ascendente;
      const direction = rising ? 'asc' : 'desc';
      return filtered(db, query)
        .selectAll()
        .$if(en !== undefined, (rows) =>
          rows.where(
            sql<boolean>`(preparado_en, id)
              ${sql.raw(rising ? '>' : '<')} (${en}::timestamptz, ${id}::uuid)`,
          ),
        )
        .orderBy('preparado_en', direction)
        .orderBy('id', direction)
        .limit(limit)
        .execute();
    },
    async () => {
      const { n } = await filtered(db, query)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow();
      return n;
    },
  );

/** How many of a kind wait to be approved, and since when. */
export const countPorAprobar = (db: Db, tipo: Tipo): Promise<{ n: number; desde: Date | null }> =>
  db
    .selectFrom('documentos_emitidos')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(preparado_en)`.as('desde')])
    .where(inEstado(EMITIDO, 'estado', 'borrador'))
    .where('tipo', '=', tipo)
    .executeTakeFirstOrThrow();

/** One of each kind in each state, the latest, and one that is over: what somebody tries the validation with. */
export const selectUnoDeCadaUno = (db: Db): Promise<EmitidoRow[]> => {
  const over = sql<boolean>`coalesce(vence_en <= now(), false)`;
  return db
    .selectFrom('documentos_emitidos')
    .selectAll()
    .distinctOn(['tipo', 'estado', over])
    .where(inGrupo(EMITIDO, 'emitidos'))
    .orderBy('tipo')
    .orderBy('estado')
    .orderBy(over)
    .orderBy('emitido_en', 'desc')
    .execute();
};

/** Those of a file that is merged are of the one that takes it in. */
export const moveEmitidos = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('documentos_emitidos')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning('id')
    .execute();

export const selectFoliosDeEmitidos = (trx: Trx, personaId: string) =>
  trx
    .selectFrom('documentos_emitidos')
    .select(['id', 'folio', 'tipo', 'estado', 'datos'])
    .where('persona_id', '=', personaId)
    .orderBy('folio')
    .execute();

/** Key and display name of the file that a document is of; null when it is blocked. */
export const findTitular = async (db: Db | Trx, personaId: string) => {
  const { rows } = await sql<{ persona_clave: string; persona_nombre_completo: string }>`
    select ${PERSONA.columns} from ${PERSONA.tables} where pe.id = ${personaId}`.execute(db);
  return rows[0] ?? null;
};

/** Of a row `t`: it was issued, and is kept for ever. */
export const wasIssued: RawBuilder<boolean> = inGrupo(EMITIDO, 'emitidos', 't.estado');
