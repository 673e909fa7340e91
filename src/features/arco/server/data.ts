import { type Generated, type Selectable, sql } from 'kysely';
import { inGrupo, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { type EstadoTramite, TRAMITE_ARCO } from '../estados.ts';
import type { Derecho, Fundamento } from '../rules.ts';

type TramitesArco = {
  id: string;
  folio: string;
  derecho: Derecho;
  estado: EstadoTramite;
  persona_id: string | null;
  uid: string | null;
  nombre: string;
  medio: string;
  representante: string | null;
  descripcion: string;
  registrado_por: string;
  recibido_en: Date;
  vence_en: Date;
  ampliado_en: Generated<Date | null>;
  ampliacion_motivo: Generated<string | null>;
  respondido_en: Generated<Date | null>;
  respondido_por: Generated<string | null>;
  respuesta: Generated<string | null>;
  fundamento: Generated<Fundamento | null>;
  efectivo_vence_en: Generated<Date | null>;
  cumplido_en: Generated<Date | null>;
  cumplimiento: Generated<string | null>;
};

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    tramites_arco: TramitesArco;
  }
}

export type TramiteRow = Selectable<TramitesArco>;
export type NewTramite = Pick<
  TramiteRow,
  | 'id'
  | 'folio'
  | 'derecho'
  | 'persona_id'
  | 'uid'
  | 'nombre'
  | 'medio'
  | 'representante'
  | 'descripcion'
  | 'registrado_por'
  | 'recibido_en'
  | 'vence_en'
>;

/** One that was received; null: it was before, under that id. */
export const insertTramite = async (trx: Trx, row: NewTramite): Promise<TramiteRow | null> =>
  (await trx
    .insertInto('tramites_arco')
    .values({ ...row, estado: TRAMITE_ARCO.pasos.recibir.a })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null;

export const findTramite = async (db: Db | Trx, id: string): Promise<TramiteRow | null> =>
  (await db.selectFrom('tramites_arco').selectAll().where('id', '=', id).executeTakeFirst()) ??
  null;

const suyos = (db: Db | Trx, { uid, personaId }: { uid: string; personaId: string | null }) =>
  db
    .selectFrom('tramites_arco')
    .where((where) =>
      where.or([
        where('uid', '=', uid),
        ...(personaId === null ? [] : [where('persona_id', '=', personaId)]),
      ]),
    );

export const selectTramitesDe = (
  db: Db,
  who: { uid: string; personaId: string | null },
): Promise<TramiteRow[]> =>
  suyos(db, who).selectAll().orderBy('recibido_en', 'desc').orderBy('id').limit(50).execute();

/** How many of one's own wait for an answer. */
export const countEnEspera = async (
  db: Db | Trx,
  who: { uid: string; personaId: string | null },
): Promise<number> => {
  const row = await suyos(db, who)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(inGrupo(TRAMITE_ARCO, 'porResponder'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export const selectCola = (
  db: Db,
  {
    todas,
    descendente,
    pagina,
    porPagina,
  }: { todas: boolean; descendente: boolean; pagina: number; porPagina: number },
): Promise<TramiteRow[]> =>
  db
    .selectFrom('tramites_arco')
    .selectAll()
    .$if(!todas, (rows) => rows.where(inGrupo(TRAMITE_ARCO, 'porResponder')))
    .orderBy('vence_en', descendente ? 'desc' : 'asc')
    .orderBy('id')
    .limit(porPagina)
    .offset((pagina - 1) * porPagina)
    .execute();

/** How many there are and, of those that wait, the nearest term. */
export const countCola = (db: Db, todas: boolean): Promise<{ n: number; primero: Date | null }> =>
  db
    .selectFrom('tramites_arco')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(vence_en)`.as('primero')])
    .$if(!todas, (rows) => rows.where(inGrupo(TRAMITE_ARCO, 'porResponder')))
    .executeTakeFirstOrThrow();

type Paso = Exclude<keyof typeof TRAMITE_ARCO.pasos, 'recibir'>;

/** Takes a step with what is written in it; null: it may not any more, because somebody took one before. */
export const stepTramite = async (
  trx: Trx,
  id: string,
  paso: Paso,
  set: Partial<
    Pick<
      TramiteRow,
      | 'vence_en'
      | 'ampliado_en'
      | 'ampliacion_motivo'
      | 'respondido_en'
      | 'respondido_por'
      | 'respuesta'
      | 'fundamento'
      | 'efectivo_vence_en'
      | 'cumplido_en'
      | 'cumplimiento'
    >
  >,
): Promise<TramiteRow | null> =>
  (await trx
    .updateTable('tramites_arco')
    .set({ ...set, estado: TRAMITE_ARCO.pasos[paso].a })
    .where('id', '=', id)
    .where(mayTake(TRAMITE_ARCO, paso))
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Those of a file that is merged are of the one that takes it in. */
export const moveTramites = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('tramites_arco')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning('id')
    .execute();

export const selectFoliosDe = (trx: Trx, personaId: string) =>
  trx
    .selectFrom('tramites_arco')
    .select(['id', 'folio', 'estado'])
    .where('persona_id', '=', personaId)
    .orderBy('folio')
    .execute();
