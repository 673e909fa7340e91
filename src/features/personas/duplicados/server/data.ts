import { type Generated, sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { fotoDe } from '../../../identidad/foto/server/reading.ts';
import { correoDe, nombreDeCuenta } from '../../../identidad/server/reading.ts';
import { DUPLICADO, type EstadoDuplicado } from '../estados.ts';
import { MAYOR_BLOQUE, type Motivo, NIVELES, type Nivel, type Reparo } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    duplicados: {
      id: Generated<string>;
      /** The lesser id of the two. */
      persona_id: string;
      otra_persona_id: string;
      puntaje: number;
      motivos: Motivo[];
      reparos: Reparo[];
      estado: EstadoDuplicado;
      huella: string;
      hallado_en: Date;
      visto_en: Date;
      decidido_por: string | null;
      decidido_en: Date | null;
      nota: string | null;
    };
    duplicados_claves: { clave: number; persona_id: string };
  }
}

/** What is compared of a file, by which it is put under its keys. */
const comparable = (db: Db | Trx) =>
  db.selectFrom('personas').select([
    'personas.id',
    'personas.nombre',
    'personas.apellido_paterno as apellidoPaterno',
    'personas.apellido_materno as apellidoMaterno',
    'personas.fecha_nacimiento as fechaNacimiento',
    'personas.sexo',
    'personas.curp',
    'personas.curp_declarada as curpDeclarada',
    sql<string[]>`array(select distinct c from unnest(array[personas.correo_conocido,
      ${correoDe('personas.id')}]) c where c is not null order by c)`.as('correos'),
    sql<string[]>`array(select distinct e.datos->>'numero' from personas_entradas e
      where e.persona_id = personas.id and e.apartado = 'telefono'
        and e.datos->>'numero' is not null order by 1)`.as('telefonos'),
  ]);

export type ParecibleRow = Awaited<ReturnType<typeof selectParecibles>>[number];

/** A block of people, by id, after one of them. */
export const selectPareciblesAfter = (db: Db | Trx, after: string | null, limit: number) =>
  comparable(db)
    .$if(after !== null, (rows) => rows.where('personas.id', '>', after!))
    .orderBy('personas.id')
    .limit(limit)
    .execute();

export const selectParecibles = (db: Db | Trx, ids: readonly string[]) =>
  comparable(db).where('personas.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

export const countPersonas = async (db: Db | Trx): Promise<number> => {
  const row = await db
    .selectFrom('personas')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

/** Puts these people under their keys, and under no others. */
export const replaceClaves = async (
  trx: Trx,
  personas: readonly { id: string; claves: readonly string[] }[],
): Promise<void> => {
  const ids = personas.map(({ id }) => id);
  const rows = personas.flatMap(({ id, claves }) => claves.map((clave) => [id, clave] as const));
  // Only what changed is written: from one night to the next that is almost nothing.
  await sql`with nuevas as materialized (
      select distinct hashtextextended(clave, 0) as clave, persona_id
      from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, clave]) => clave)}::text[])
        as t (persona_id, clave)
    ), quitadas as (
      delete from duplicados_claves c where c.persona_id = any(${ids}::uuid[]) and not exists (
        select 1 from nuevas n where n.clave = c.clave and n.persona_id = c.persona_id)
    ) insert into duplicados_claves (clave, persona_id) select clave, persona_id from nuevas
      order by clave on conflict do nothing`.execute(trx);
};

/** Keys that some people have in common and not too many, from one on, each with whom: `hasta` is the last key seen. */
export const selectBloques = async (
  db: Db | Trx,
  after: string | null,
  limit: number,
): Promise<{ bloques: string[][]; hasta: string | null }> => {
  const { rows } = await sql<{ clave: string; ids: string[] | null }>`
    select clave::text as clave, case when count(*) between 2 and ${MAYOR_BLOQUE}
        then array_agg(persona_id order by persona_id) end as ids
    from duplicados_claves
    where clave > ${after ?? '-9223372036854775808'}::bigint
    group by clave order by duplicados_claves.clave limit ${limit}`.execute(db);
  return {
    bloques: rows.flatMap(({ ids }) => (ids === null ? [] : [ids])),
    hasta: rows.length < limit ? null : rows.at(-1)!.clave,
  };
};

export type Hallado = {
  personaId: string;
  otraPersonaId: string;
  puntaje: number;
  motivos: readonly Motivo[];
  reparos: readonly Reparo[];
  huella: string;
};

/**
 * Writes down pairs that look alike. Those that staff dismissed stay so while what was compared is the same; gives
 * those that are to be looked at again because it is not.
 */
export const saveHallados = async (
  trx: Trx,
  hallados: readonly Hallado[],
  ahora: Date,
): Promise<{ id: string; persona_id: string; otra_persona_id: string }[]> => {
  if (hallados.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    persona_id: string;
    otra_persona_id: string;
    reabierto: boolean;
  }>`
    with h as materialized (select * from jsonb_to_recordset(${JSON.stringify(hallados)}::jsonb)
        as t("personaId" uuid, "otraPersonaId" uuid, puntaje smallint, motivos text[], reparos text[], huella text)),
      antes as materialized (select d.id from duplicados d
        join h on h."personaId" = d.persona_id and h."otraPersonaId" = d.otra_persona_id
        where ${mayTake(DUPLICADO, 'reabrir', 'd.estado')} and d.huella <> h.huella)
    insert into duplicados as d (persona_id, otra_persona_id, puntaje, motivos, reparos, huella, estado,
      hallado_en, visto_en)
    select "personaId", "otraPersonaId", puntaje, motivos, reparos, huella, ${DUPLICADO.pasos.hallar.a},
      ${ahora}, ${ahora} from h
    -- A file that was merged or deleted a moment ago is not referred to.
    where (select count(*) from personas p where p.id in (h."personaId", h."otraPersonaId")) = 2
    order by "personaId", "otraPersonaId"
    on conflict (persona_id, otra_persona_id) do update set
      puntaje = excluded.puntaje, motivos = excluded.motivos, reparos = excluded.reparos,
      visto_en = excluded.visto_en,
      estado = case when d.huella <> excluded.huella then excluded.estado else d.estado end,
      huella = excluded.huella,
      decidido_por = case when d.huella = excluded.huella then d.decidido_por end,
      decidido_en = case when d.huella = excluded.huella then d.decidido_en end,
      nota = case when d.huella = excluded.huella then d.nota end
    returning d.id, d.persona_id, d.otra_persona_id,
      d.id in (select id from antes) as reabierto`.execute(trx);
  return rows.filter(({ reabierto }) => reabierto);
};

/** Forgets the pairs that wait and that a search which began then did not find again. */
export const forgetNoVistos = async (trx: Trx, desde: Date): Promise<number> => {
  const result = await trx
    .deleteFrom('duplicados')
    .where('estado', '=', 'pendiente')
    .where('visto_en', '<', desde)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

const NAMED = sql<{ clave: string; nombre: string }[] | null>`(
  select jsonb_agg(jsonb_build_object('clave', p.clave, 'nombre', p.nombre_completo)
    order by p.creado_en, p.id)
  from personas p where p.id in (duplicados.persona_id, duplicados.otra_persona_id))`;

export type Filtros = { estado: EstadoDuplicado; nivel?: Nivel | undefined };

const TOPES: Readonly<Record<Nivel, number>> = {
  alto: 101,
  medio: NIVELES.alto.desde,
  bajo: NIVELES.medio.desde,
};

const filtered = (db: Db | Trx, { estado, nivel }: Filtros) =>
  db
    .selectFrom('duplicados')
    // A literal: the planner must see it to use a partial index.
    .where(sql<boolean>`estado = ${sql.lit(estado)}`)
    .$if(nivel !== undefined, (rows) =>
      rows.where('puntaje', '>=', NIVELES[nivel!].desde).where('puntaje', '<', TOPES[nivel!]),
    );

/** The likest first, after a place (null: from the beginning). */
export const selectDuplicados = (
  db: Db,
  filtros: Filtros,
  {
    after,
    reversed,
    limit,
  }: { after: { puntaje: number; id: string } | null; reversed: boolean; limit: number },
) =>
  filtered(db, filtros)
    .select(['id', 'persona_id', 'otra_persona_id', 'estado', 'puntaje', 'motivos', 'reparos'])
    .select(NAMED.as('expedientes'))
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(puntaje, id) ${sql.raw(reversed ? '>' : '<')} (${after?.puntaje}::smallint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('puntaje', reversed ? 'asc' : 'desc')
    .orderBy('id', reversed ? 'asc' : 'desc')
    .limit(limit)
    .execute();
export type DuplicadoListadoRow = Awaited<ReturnType<typeof selectDuplicados>>[number];

export const countDuplicados = async (db: Db | Trx, filtros: Filtros): Promise<number> => {
  const row = await filtered(db, filtros)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

/** How many wait that look very much alike, and since when the first of them. */
export const countEspera = async (db: Db): Promise<{ n: number; desde: Date | null }> =>
  filtered(db, { estado: 'pendiente', nivel: 'alto' })
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(hallado_en)`.as('desde')])
    .executeTakeFirstOrThrow();

/** One pair, with who decided it; `lock` holds it. */
export const findDuplicado = (db: Db | Trx, id: string) =>
  db
    .selectFrom('duplicados')
    .selectAll('duplicados')
    .select(nombreDeCuenta('duplicados.decidido_por').as('decisor'))
    .where('duplicados.id', '=', id)
    .executeTakeFirst();
export type DuplicadoRow = NonNullable<Awaited<ReturnType<typeof findDuplicado>>>;

/** The two files as they are shown, the older one first. */
export const selectExpedientes = (db: Db | Trx, ids: readonly string[]) =>
  comparable(db)
    .select([
      'personas.clave',
      'personas.nombre_completo as nombreCompleto',
      'personas.entidad_nacimiento as entidad',
      'personas.creado_en as creadoEn',
      fotoDe('personas.id').as('photoURL'),
    ])
    .where('personas.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('personas.creado_en')
    .orderBy('personas.id')
    .execute();
export type ExpedienteRow = Awaited<ReturnType<typeof selectExpedientes>>[number];

/** The pair of those two files. */
export const findDuplicadoDe = (db: Db | Trx, ids: readonly [string, string]) => {
  const [least, most] = ids.toSorted((a, b) => (a < b ? -1 : 1)) as [string, string];
  return db
    .selectFrom('duplicados')
    .select(['id', 'huella'])
    .where('persona_id', '=', least)
    .where('otra_persona_id', '=', most)
    .executeTakeFirst();
};

/** What staff say of a pair; false when somebody else just said it. */
export const decideDuplicado = async (
  trx: Trx,
  id: string,
  paso: 'descartar' | 'reabrir',
  set: { por: string | null; en: Date | null; nota: string | null; huella: string },
): Promise<boolean> => {
  const result = await trx
    .updateTable('duplicados')
    .set({
      estado: DUPLICADO.pasos[paso].a,
      decidido_por: set.por,
      decidido_en: set.en,
      nota: set.nota,
      huella: set.huella,
    })
    .where('id', '=', id)
    .where(mayTake(DUPLICADO, paso))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
