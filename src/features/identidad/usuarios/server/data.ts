import { sql } from 'kysely';
import { atMost } from '../../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../../platform/server/db/search.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { normaliseEmail } from '../../rules.ts';

type Query = Search & {
  role: Role | 'ninguno' | undefined;
  estado: 'activa' | 'sinVerificar' | 'deshabilitada' | undefined;
  orden: 'email' | 'displayName' | 'role' | 'creadoEn' | 'ultimoIngresoEn';
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

const COLUMNS = {
  email: 'cuentas.email',
  displayName: 'cuentas.display_name',
  role: 'cuentas.role',
  creadoEn: 'cuentas.creado_en',
  ultimoIngresoEn: 'cuentas.ultimo_ingreso_en',
} as const;

/** The columns that no account is without. */
const SIEMPRE: ReadonlySet<Query['orden']> = new Set(['email', 'creadoEn']);

type Filtros = Search & {
  role?: Query['role'];
  estado?: Query['estado'];
  solo?: readonly string[] | undefined;
  excepto?: readonly string[] | undefined;
};

/** The accounts that a search names: by their own words, by those of their file, or whole by uid or address. */
const named = (search: Search) => {
  const whole = search.busqueda?.trim() ?? '';
  // A whole address is looked for as it is kept, however it was typed.
  const address = whole.includes('@') ? normaliseEmail(whole) : whole;
  return sql<string>`(select b.uid from cuentas b where ${hasWords('b.busqueda', search)}
    union all select b.uid from personas q join cuentas b on b.persona_id = q.id
      where ${hasWords('q.busqueda', search)}
    -- What links from elsewhere name: an address would put an email in it.
    union all select b.uid from cuentas b where b.uid = ${whole} or b.email = ${address})`;
};

/** The accounts whose names, or those of whose file, have these words; so many at most. */
export const selectUidsByName = async (
  db: Db,
  busqueda: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ uid: string }>`
    select distinct uid from ${named({ busqueda })} n limit ${limit}`.execute(db);
  return rows.map(({ uid }) => uid);
};

const filtered = (db: Db, { role, estado, solo, excepto, ...search }: Filtros) => {
  let query = db
    .selectFrom('cuentas')
    .leftJoin('personas', 'personas.id', 'cuentas.persona_id')
    // Of those that wait for one email, or came after it was verified, one is enough to look at.
    .where(
      sql<boolean>`(cuentas.email_verified or not exists (select 1 from cuentas o
        where o.email = cuentas.email and (o.email_verified
          or (o.creado_en, o.uid) > (cuentas.creado_en, cuentas.uid))))`,
    );
  if (search.busqueda?.trim()) query = query.where('cuentas.uid', 'in', named(search));
  if (solo) query = query.where(sql<boolean>`cuentas.uid = any(${solo}::text[])`);
  if (excepto) query = query.where(sql<boolean>`cuentas.uid <> all(${excepto}::text[])`);
  if (role === 'ninguno') query = query.where('cuentas.role', 'is', null);
  else if (role) query = query.where('cuentas.role', '=', role);
  if (estado === 'deshabilitada') query = query.where('cuentas.disabled', '=', true);
  if (estado === 'sinVerificar') {
    query = query.where('cuentas.disabled', '=', false).where('cuentas.email_verified', '=', false);
  }
  if (estado === 'activa') {
    query = query.where('cuentas.disabled', '=', false).where('cuentas.email_verified', '=', true);
  }
  return query;
};

export const countUsuarios = async (db: Db, query: Query): Promise<number> => {
  const row = await filtered(db, query)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

const LISTED = [
  'cuentas.uid',
  'cuentas.email',
  'cuentas.display_name',
  'cuentas.role',
  'cuentas.email_verified',
  'cuentas.disabled',
  'cuentas.totp_desde',
  'cuentas.creado_en',
  'cuentas.ultimo_ingreso_en',
  'personas.clave',
  'cuentas.persona_id',
  sql<Date | null>`(select r.desde from correos_rechazos r where r.direccion = cuentas.email)`.as(
    'rechaza_desde',
  ),
] as const;

export const selectUsuarios = (db: Db, query: Query) =>
  filtered(db, query)
    .select(LISTED)
    .$if(query.parecida === true, (like) =>
      like.orderBy(likenessOf(['cuentas.busqueda', 'personas.busqueda'], query.busqueda), 'desc'),
    )
    .orderBy(COLUMNS[query.orden], (o) => {
      const order = query.descendente ? o.desc() : o.asc();
      // Of what is always there not, or no index would be in this order.
      return SIEMPRE.has(query.orden) ? order : order.nullsLast();
    })
    .orderBy('cuentas.uid')
    .limit(atMost(query.porPagina))
    .$if(query.pagina > 1, (rows) => rows.offset((query.pagina - 1) * query.porPagina))
    .execute();

/** One account, as the list shows it. */
export const findUsuario = (db: Db, uid: string) =>
  filtered(db, { solo: [uid] })
    .select(LISTED)
    .executeTakeFirst();

export type UsuarioRow = Awaited<ReturnType<typeof selectUsuarios>>[number];

/** The accounts that the filters show, by email, after one of them: for what reads them all. */
export const selectUsuariosAfter = (db: Db, filtros: Filtros, email: string, limit: number) =>
  filtered(db, filtros)
    .select(LISTED)
    .where('cuentas.email', '>', email)
    .orderBy('cuentas.email')
    .limit(limit)
    .execute();

/** Accounts as a batch needs them: what they are called, and whether there is anything to do. */
const forLote = (query: ReturnType<typeof filtered>) =>
  query.select([
    'cuentas.uid as id',
    sql<string>`coalesce(nullif(cuentas.display_name, ''), cuentas.email)`.as('nombre'),
    'cuentas.disabled',
    'cuentas.email_verified',
    sql<number>`(select count(*) from sesiones s
      where s.uid = cuentas.uid and s.revocado_en is null and s.vence_en > now())`.as('sesiones'),
  ]);

export const selectCuentas = (db: Db, uids: readonly string[]) =>
  forLote(filtered(db, { solo: uids }))
    .orderBy('cuentas.uid')
    .execute();

/** The accounts that the filters show, by uid, after one of them. */
export const selectCuentasAfter = (db: Db, filtros: Filtros, after: string | null, limit: number) =>
  forLote(filtered(db, filtros).where('cuentas.uid', '>', after ?? ''))
    .orderBy('cuentas.uid')
    .limit(limit)
    .execute();

/**
 * Locks every enabled Admin and gives their uids. Whoever demotes or disables one holds all of
 * them, so that two Admins cannot remove each other at the same moment.
 */
export const lockAdmins = async (trx: Trx): Promise<string[]> => {
  const rows = await trx
    .selectFrom('cuentas')
    .select('uid')
    .where('role', '=', 'Admin')
    .where('disabled', '=', false)
    .orderBy('uid')
    .forUpdate()
    .execute();
  return rows.map((row) => row.uid);
};

/** Whether it changed: false for the role that the account has already. */
export const saveRole = async (trx: Trx, uid: string, role: Role | null): Promise<boolean> => {
  const result = await trx
    .updateTable('cuentas')
    .set({ role })
    .where('uid', '=', uid)
    .where('role', 'is distinct from', role)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const saveDisabled = async (trx: Trx, uid: string, disabled: boolean): Promise<void> => {
  await trx.updateTable('cuentas').set({ disabled }).where('uid', '=', uid).execute();
};

export const savePersonaOf = async (
  trx: Trx,
  uid: string,
  personaId: string | null,
): Promise<void> => {
  await trx.updateTable('cuentas').set({ persona_id: personaId }).where('uid', '=', uid).execute();
};

/** Where the Admins who may enter are written to. */
export const selectCorreosDeAdmins = (db: Db | Trx) =>
  db
    .selectFrom('cuentas')
    .select(['email', 'display_name as nombre'])
    .where('role', '=', 'Admin')
    .where('disabled', '=', false)
    .where('email_verified', '=', true)
    .orderBy('uid')
    .execute();
