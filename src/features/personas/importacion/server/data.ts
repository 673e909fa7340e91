import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { nextUnseen, type Unseen } from '../../../../platform/server/db/unseen.ts';
import { correoDe } from '../../../identidad/server/reading.ts';
import type { Valores } from '../../apartados/rules.ts';

/** An entry of a file as an import will leave it. */
export type EntradaCambiada = {
  id: string;
  apartado: string;
  valores: Valores;
  /** Ids of items, by field. */
  items: Readonly<Record<string, string>>;
  /** The fields that say another thing; of a new one, none. */
  campos: readonly string[];
  nueva: boolean;
};

/** What an import is to change of a file that is there. */
export type CambioDePersona = {
  personaId: string;
  /** The address that the school has for them; null: it stays. */
  correo: string | null;
  entradas: readonly EntradaCambiada[];
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** What imports that are being written are to change (decisions/0061). */
    personas_cambios: {
      importacion: string;
      persona_id: string;
      correo: string | null;
      entradas: readonly EntradaCambiada[];
      tocada: boolean;
    };
  }
}

/** People whose address on file is one of these. */
export const selectConCorreo = (db: Db | Trx, correos: readonly string[]) =>
  db
    .selectFrom('personas')
    .select(['clave', 'correo_conocido as correo'])
    .where('correo_conocido', '=', sql<string>`any(${correos}::text[])`)
    .execute();

/**
 * The people with these keys, to be compared with what a file says of them; `lock` holds them until the transaction ends,
 * always in the same order.
 */
export const selectConClave = async (db: Db | Trx, claves: readonly string[], lock = false) => {
  if (lock) {
    await db
      .selectFrom('personas')
      .select('id')
      .where('clave', '=', sql<string>`any(${claves}::text[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
  }
  return db
    .selectFrom('personas')
    .select([
      'id',
      'clave',
      'curp',
      'nombre',
      'apellido_paterno as apellidoPaterno',
      'apellido_materno as apellidoMaterno',
      'nombre_completo as nombreCompleto',
      'fecha_nacimiento as fechaNacimiento',
      'sexo',
      'entidad_nacimiento as entidad',
      // What the list shows and exports: the address of their account, or else the known one.
      sql<string | null>`coalesce(${correoDe('personas.id')}, personas.correo_conocido)`.as(
        'correo',
      ),
    ])
    .where('clave', '=', sql<string>`any(${claves}::text[])`)
    .execute();
};

export type PersonaConocida = Awaited<ReturnType<typeof selectConClave>>[number];

/** What will change, instead of what an earlier look had found; `iguales` are to stay as they are. */
export const saveCambios = async (
  trx: Trx,
  importacion: string,
  cambios: readonly CambioDePersona[],
  iguales: readonly string[],
): Promise<void> => {
  // Only when it looks for the second time is there anything to forget.
  await sql`delete from personas_cambios
    where importacion = ${importacion} and persona_id = any(${iguales}::uuid[])`.execute(trx);
  if (cambios.length === 0) return;
  await sql`insert into personas_cambios (importacion, persona_id, correo, entradas)
    select ${importacion}, "personaId", correo, entradas
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb)
      as r("personaId" uuid, correo text, entradas jsonb)
    on conflict (importacion, persona_id) do update set correo = excluded.correo,
      entradas = excluded.entradas, tocada = false`.execute(trx);
};

/** Whether nobody has written to the files that an import is to change since it looked at them. */
export const isSinTocar = async (trx: Trx, importacion: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('personas_cambios')
    .select('persona_id')
    .where('importacion', '=', importacion)
    .where('tocada', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
};

/** What an import is to change, by the person's id. */
export const selectCambios = async (trx: Trx, unseen: Unseen): Promise<CambioDePersona[]> => {
  const rows = await trx
    .selectFrom('personas_cambios')
    .select(['persona_id', 'correo', 'entradas'])
    .where('importacion', '=', unseen.importacion)
    .where('persona_id', 'in', nextUnseen('personas_cambios', 'persona_id', unseen))
    .orderBy('persona_id')
    .execute();
  return rows.map(({ persona_id: personaId, ...row }) => ({ personaId, ...row }));
};

/** Forgets some of the changes; gives the last person's id, or null when there was none. */
export const deleteCambios = async (trx: Trx, unseen: Unseen): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`with quitados as (
      delete from personas_cambios where importacion = ${unseen.importacion}
        and persona_id in ${nextUnseen('personas_cambios', 'persona_id', unseen)}
      returning persona_id
    ) select max(persona_id::text) as id from quitados`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Puts changes in their place: what the people's files say, and the address that the school has for them. */
export const applyCambios = async (
  trx: Trx,
  cambios: readonly CambioDePersona[],
  { por, ahora }: { por: string; ahora: Date },
): Promise<void> => {
  // Whoever edits one of these files now waits, and then finds what it says: not what it said.
  await trx
    .selectFrom('personas_todas')
    .select('id')
    .where('id', '=', sql<string>`any(${cambios.map(({ personaId }) => personaId)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const correos = cambios.flatMap(({ personaId, correo }) =>
    correo ? [{ personaId, correo }] : [],
  );
  if (correos.length > 0) {
    await sql`update personas_todas p set correo_conocido = r.correo, actualizado_en = ${ahora}
      from jsonb_to_recordset(${JSON.stringify(correos)}::jsonb) as r("personaId" uuid, correo text)
      where p.id = r."personaId"`.execute(trx);
  }
  const entradas = cambios.flatMap(({ personaId, entradas }) =>
    entradas.map((entrada) => ({ ...entrada, personaId })),
  );
  if (entradas.length === 0) return;
  const viejas = JSON.stringify(entradas.filter(({ nueva }) => !nueva));
  const nuevas = JSON.stringify(entradas.filter(({ nueva }) => nueva));
  await sql`update personas_entradas e set datos = r.valores, version = e.version + 1,
      actualizado_por = ${por}, actualizado_en = ${ahora}
    from jsonb_to_recordset(${viejas}::jsonb) as r(id uuid, valores jsonb)
    where e.id = r.id`.execute(trx);
  await sql`insert into personas_entradas
      (id, persona_id, apartado, datos, actualizado_por, creado_en, actualizado_en)
    select (r->>'id')::uuid, (r->>'personaId')::uuid, r->>'apartado', r->'valores', ${por},
      ${ahora}::timestamptz + n * interval '1 microsecond', ${ahora}
    from jsonb_array_elements(${nuevas}::jsonb) with ordinality as t(r, n)`.execute(trx);
  await sql`delete from personas_entradas_items where entrada_id in
    (select r.id from jsonb_to_recordset(${viejas}::jsonb) as r(id uuid))`.execute(trx);
  const items = entradas.flatMap(({ id, items }) =>
    Object.entries(items).map(([campo, item]) => ({ id, campo, item })),
  );
  await sql`insert into personas_entradas_items (entrada_id, campo, item_id)
    select id, campo, item from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as t(id uuid, campo text, item uuid)`.execute(trx);
};
