import { CompiledQuery, type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { readShared } from '../../../platform/server/db/shared.ts';
import type { Statement } from '../../../platform/server/db/together.ts';
import { nextUnseen, type Unseen } from '../../../platform/server/db/unseen.ts';
import { fotoDeTexto } from '../../identidad/foto/server/reading.ts';

type Personas = {
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
  /** Of the staff who looked at the discrepancies: what they found, and when. */
  discrepancias_nota: Generated<string | null>;
  discrepancias_revisadas_en: Generated<Date | null>;
  /** The address that the school has for who has no account yet. */
  correo_conocido: Generated<string | null>;
  creado_en: Generated<Date>;
  actualizado_en: Generated<Date>;
  /** Name and key, folded: what they are looked for by. */
  busqueda: GeneratedAlways<string>;
};

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    /** Who is to be seen: what everything reads and writes. */
    personas: Personas;
    /** The table itself, with those of an import that is still being written (decisions/0020). */
    personas_todas: Personas & {
      importacion: string | null;
      /** Since when nobody sees it: it is kept only to say whose some records are. */
      bloqueado_en: Generated<Date | null>;
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
  /** The address that the school has for them, normalised. */
  correoConocido?: string | null;
};

/**
 * Inserts a person; null when the CURP (or key) is already somebody's, or was, or an import is bringing it.
 * The constraint decides.
 */
export const insertPersona = async (trx: Trx, p: NewPersona): Promise<string | null> => {
  if (await findPersonaByClave(trx, p.clave)) return null;
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
      correo_conocido: p.correoConocido ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** The person with that key whom an import is bringing, unseen, and the list that it is of. */
export const findHiddenPersona = (trx: Trx, clave: string) =>
  trx
    .selectFrom('personas_todas as t')
    .innerJoin('importaciones as i', 'i.id', 't.importacion')
    .select(['t.id', 'i.hoja'])
    .where('t.clave', '=', clave)
    .where('i.estado', '<>', 'terminada')
    .executeTakeFirst();

const deleteWithEntradas = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  const all = sql<string>`any(${ids}::uuid[])`;
  await trx.deleteFrom('personas_entradas').where('persona_id', '=', all).execute();
  await trx.deleteFrom('personas_todas').where('id', '=', all).execute();
};

export const deleteHiddenPersona = async (trx: Trx, id: string): Promise<void> => {
  await deleteWithEntradas(trx, [id]);
};

export const findPersona = (db: Db | Trx, id: string) =>
  db.selectFrom('personas').selectAll().where('id', '=', id).executeTakeFirst();

export const lockPersona = (trx: Trx, id: string) =>
  trx.selectFrom('personas').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * What holds a person's file until the transaction ends, for who writes what hangs from it: `escribe`, when they write in
 * the file too. Before all else: a foreign key holds it only when something else is held already.
 */
export const holdingPersona = (
  trx: Trx,
  id: string,
  { escribe }: { escribe: boolean },
): Statement<void> => {
  const query = trx.selectFrom('personas_todas').select('id').where('id', '=', id);
  return { query: escribe ? query.forUpdate() : query.forKeyShare(), read: () => {} };
};

/** Staff looked at these discrepancies; whether they still are the person's. */
export const saveRevision = async (
  trx: Trx,
  id: string,
  { discrepancias, nota, en }: { discrepancias: readonly string[]; nota: string; en: Date },
): Promise<boolean> => {
  const result = await trx
    .updateTable('personas')
    .set({ discrepancias_nota: nota, discrepancias_revisadas_en: en })
    .where('id', '=', id)
    .where(sql<boolean>`discrepancias = ${discrepancias}::text[]`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** The person with that key, or with whom it ended up: the keys that somebody had before open too. */
export const findPersonaByClave = (db: Db | Trx, clave: string) =>
  db
    .selectFrom('personas')
    .selectAll()
    .where((where) =>
      where.or([
        where('clave', '=', clave),
        where(
          'id',
          '=',
          where.selectFrom('claves_anteriores').select('persona_id').where('clave', '=', clave),
        ),
      ]),
    )
    .executeTakeFirst();

/** What of a person their file's page says of them. */
export type Perfil = Pick<Selectable<Personas>, (typeof DE_PERFIL)[number]> & {
  photo_url: string | null;
};

const DE_PERFIL = [
  'id',
  'clave',
  'curp',
  'nombre',
  'apellido_paterno',
  'apellido_materno',
  'nombre_completo',
  'fecha_nacimiento',
  'sexo',
  'entidad_nacimiento',
  'discrepancias',
  'curp_declarada',
  'discrepancias_nota',
  'discrepancias_revisadas_en',
] as const;

const PERFIL = `select ${DE_PERFIL.map((column) => `p.${column}`).join(', ')},
    ${fotoDeTexto('p.id')} as photo_url
  from personas p
  where p.clave = $1 or p.id = (select k.persona_id from claves_anteriores k where k.clave = $1)`;

/**
 * The person that `findPersonaByClave` finds, for their file's page, with the photo of their account. Written out: all that
 * is done with a file begins with this, and building it would cost as much as asking.
 */
export const findingPerfilByClave = (clave: string): Statement<Perfil | undefined> => ({
  query: CompiledQuery.raw(PERFIL, [clave]),
  read: ({ rows: [row] }) => row,
});

/** The person's id, and those of the files that were merged into theirs, which the history names. */
export const findPersonaIds = async (db: Db | Trx, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('claves_anteriores')
    .select('anterior_id')
    .where('persona_id', '=', id)
    .execute();
  return [id, ...rows.flatMap(({ anterior_id }) => anterior_id ?? [])];
};

/** The names of these files; of one that was merged, those of the file that took it in. */
export const selectNombres = (db: Db, ids: readonly string[]) =>
  readShared(db, {
    query: CompiledQuery.raw(
      `select pedida.id, p.clave, p.nombre_completo from unnest($1::uuid[]) as pedida (id)
      left join claves_anteriores f on f.anterior_id = pedida.id
      join personas p on p.id = coalesce(f.persona_id, pedida.id)`,
      [ids],
    ),
    read: ({ rows }): { id: string; clave: string; nombre_completo: string }[] => rows,
  });

/** Which of these CURPs are somebody's already, or were. */
export const findCurps = async (db: Db | Trx, curps: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ clave: string }>`
    select clave from personas where clave = any(${curps}::text[])
    union all select clave from claves_anteriores where clave = any(${curps}::text[])`.execute(db);
  return new Set(rows.map(({ clave }) => clave));
};

/**
 * Inserts people of an import, unseen; gives the ids, by key, of those that are the import's now, also from before. Sorted, so
 * that the indexes grow in order.
 */
export const insertHiddenPersonas = async (
  trx: Trx,
  importacion: string,
  personas: readonly NewPersona[],
): Promise<Map<string, string>> => {
  const known = await findCurps(
    trx,
    personas.map(({ clave }) => clave),
  );
  const nuevas = personas.filter(({ clave }) => !known.has(clave));
  await sql`insert into personas_todas (clave, curp, nombre, apellido_paterno, apellido_materno,
      nombre_completo, fecha_nacimiento, sexo, entidad_nacimiento, discrepancias, correo_conocido,
      importacion)
    select p.clave, p.curp, p.nombre, p."apellidoPaterno", p."apellidoMaterno", p."nombreCompleto",
      p."fechaNacimiento", p.sexo, p."entidadNacimiento", p.discrepancias, p."correoConocido",
      ${importacion}
    from jsonb_to_recordset(${JSON.stringify(nuevas)}::jsonb) as p(clave text, curp text,
      nombre text, "apellidoPaterno" text, "apellidoMaterno" text, "nombreCompleto" text,
      "fechaNacimiento" date, sexo text, "entidadNacimiento" text, discrepancias text[],
      "correoConocido" text)
    order by p.clave on conflict do nothing`.execute(trx);
  const rows = await trx
    .selectFrom('personas_todas')
    .select(['clave', 'id'])
    .where('clave', '=', sql<string>`any(${nuevas.map(({ clave }) => clave)}::text[])`)
    .where('importacion', '=', importacion)
    .execute();
  return new Map(rows.map(({ clave, id }) => [clave, id]));
};

/** People of an import by id. */
export const selectHiddenIds = async (trx: Trx, unseen: Unseen): Promise<string[]> => {
  const rows = await trx
    .selectFrom('personas_todas')
    .select('id')
    .where('id', 'in', nextUnseen('personas_todas', 'id', unseen))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Removes some people of an import that was given up; gives the last one's id, or null. */
export const deleteHiddenPersonas = async (trx: Trx, unseen: Unseen): Promise<string | null> => {
  const ids = await selectHiddenIds(trx, unseen);
  await deleteWithEntradas(trx, ids);
  return ids.at(-1) ?? null;
};

const forgetDirectorio = (trx: Trx, ids: readonly string[]) =>
  sql`select directorio_olvidar(${ids}::uuid[])`.execute(trx);

/** Of a file whose data are cancelled, only name and key stay, and nobody sees them any more. */
export const blockPersona = async (
  trx: Trx,
  ids: readonly string[],
  ahora: Date,
): Promise<void> => {
  await forgetDirectorio(trx, ids);
  await trx
    .updateTable('personas_todas')
    .set({
      bloqueado_en: ahora,
      fecha_nacimiento: null,
      sexo: null,
      entidad_nacimiento: null,
      discrepancias: sql<string[]>`'{}'::text[]`,
      curp_declarada: null,
      discrepancias_nota: null,
      discrepancias_revisadas_en: null,
      correo_conocido: null,
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
};

/** A file that nothing kept needs goes, and with it the words that only it had. */
export const removePersona = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await forgetDirectorio(trx, ids);
  await trx
    .deleteFrom('personas_todas')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
};

/** Whether the school has this address for somebody else, too: a mailbox of several proves who nobody is. */
export const isCorreoDeOtro = async (
  trx: Db | Trx,
  correo: string,
  personaId: string,
): Promise<boolean> =>
  (await trx
    .selectFrom('personas')
    .select('id')
    .where('correo_conocido', '=', correo)
    .where('id', '<>', personaId)
    .executeTakeFirst()) !== undefined;

/** The addresses that the school has for these files. */
export const selectCorreosConocidos = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('personas')
    .select('correo_conocido')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.flatMap(({ correo_conocido }) => correo_conocido ?? []);
};
