import { type RawBuilder, sql } from 'kysely';
import { atMost, countRows } from '../../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../../platform/server/db/search.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { normaliseEmail } from '../../rules.ts';

type Orden = 'email' | 'displayName' | 'role' | 'creadoEn' | 'ultimoIngresoEn';

/** Of each order its column, of which type it is, and whether no account is without it. */
const COLUMNS = {
  email: { columna: 'cuentas.email', tipo: 'text', siempre: true },
  displayName: { columna: 'cuentas.display_name', tipo: 'text', siempre: false },
  role: { columna: 'cuentas.role', tipo: 'text', siempre: false },
  creadoEn: { columna: 'cuentas.creado_en', tipo: 'timestamptz', siempre: true },
  ultimoIngresoEn: { columna: 'cuentas.ultimo_ingreso_en', tipo: 'timestamptz', siempre: false },
} as const satisfies Record<Orden, { columna: string; tipo: string; siempre: boolean }>;

export type Filtros = Search & {
  role?: Role | 'ninguno' | undefined;
  estado?: 'activa' | 'sinVerificar' | 'deshabilitada' | undefined;
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

/** Of those that wait for one email, or came after it was verified, one is enough to look at. */
const isLooked = (cuenta: string) => {
  const [verified, email, since, uid] = ['email_verified', 'email', 'creado_en', 'uid'].map(
    (column) => sql.ref(`${cuenta}.${column}`),
  );
  return sql<boolean>`(${verified} or not exists (select 1 from cuentas o
    where o.email = ${email} and (o.email_verified or (o.creado_en, o.uid) > (${since}, ${uid}))))`;
};

const filtered = (db: Db, { role, estado, solo, excepto, ...search }: Filtros) => {
  let query = db
    .selectFrom('cuentas')
    .leftJoin('personas', 'personas.id', 'cuentas.persona_id')
    .where(isLooked('cuentas'));
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

export const countUsuarios = async (db: Db, filtros: Filtros): Promise<number> => {
  const row = await filtered(db, filtros)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

/** How many accounts the filters show; null: more than are counted. */
export const countUsuariosListados = (db: Db, filtros: Filtros): Promise<number | null> =>
  countRows(db, filtered(db, filtros).select('cuentas.uid'));

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

/** Where an account stands in an order: what it has in that column, as text, and its uid. */
export type Lugar = { uid: string; valor: string | null };

export const findLugar = (db: Db, uid: string, orden: Orden): Promise<Lugar | undefined> =>
  db
    .selectFrom('cuentas')
    .select(['uid', sql<string | null>`${sql.ref(COLUMNS[orden].columna)}::text`.as('valor')])
    .where('uid', '=', uid)
    .executeTakeFirst();

/** From where on a list is read, and which way: those without what it is ordered by are its last ones, always. */
export type Desde = {
  orden: Orden;
  descendente: boolean;
  /** Against the order shown. */
  reversed: boolean;
  /** After which account; null: from the beginning. */
  lugar: Lugar | null;
  limit: number;
};

const columnOf = (orden: Orden) => sql.ref(COLUMNS[orden].columna);
const goesDown = ({ descendente, reversed }: Desde): boolean => descendente !== reversed;

/** Those behind a place among the ones that have what the list is ordered by, or among the ones that have not. */
const behind = (desde: Desde, { uid, valor }: Lugar): RawBuilder<boolean> => {
  const way = sql.raw(goesDown(desde) ? '<' : '>');
  const column = columnOf(desde.orden);
  return valor === null
    ? sql`(${column} is null and cuentas.uid ${way} ${uid})`
    : sql`((${column}, cuentas.uid) ${way} (${valor}::${sql.raw(COLUMNS[desde.orden].tipo)}, ${uid}))`;
};

/**
 * The two parts of a list from a place on, in the order in which they are read: each is in the order of an index, the two
 * together are not.
 */
const partsOf = (desde: Desde): RawBuilder<boolean>[] => {
  const { orden, lugar, reversed } = desde;
  const column = columnOf(orden);
  const [has, lacks] = [sql<boolean>`${column} is not null`, sql<boolean>`${column} is null`];
  if (COLUMNS[orden].siempre) return [lugar ? behind(desde, lugar) : sql<boolean>`true`];
  if (lugar === null) return reversed ? [lacks, has] : [has, lacks];
  const own = behind(desde, lugar);
  // Of the other part all, or none of it when it was read before.
  const comes = lugar.valor === null ? reversed : !reversed;
  return comes ? [own, lugar.valor === null ? has : lacks] : [own];
};

/** Of what is searched, so many accounts are looked at in the list's order before the index of words is asked. */
const AHEAD = 1_000;

/**
 * Those of the next accounts that have the words, as many as a page unless it shows fewer of them (`all`). What many have is found soon
 * in the list's order; a file's words are looked at only of who has none of their own, so that nobody beyond the last one found is
 * looked at.
 */
const ahead = (part: RawBuilder<boolean>, search: Search, desde: Desde, all: boolean) => {
  const way = sql.raw(goesDown(desde) ? 'desc' : 'asc');
  const column = columnOf(desde.orden);
  const most = all
    ? sql``
    : sql`order by c.lugar ${way}, c.uid ${way} limit ${sql.lit(desde.limit)}`;
  return sql<string>`(select c.uid from (
      select cuentas.uid, cuentas.busqueda, cuentas.persona_id, cuentas.email, cuentas.email_verified,
        cuentas.creado_en, ${column} as lugar
      from cuentas where ${part}
      order by ${column} ${way}, cuentas.uid ${way} limit ${sql.lit(AHEAD)}
    ) c where case when ${hasWords('c.busqueda', search)}
        or (select ${hasWords('q.busqueda', search)} from personas q where q.id = c.persona_id)
      then ${isLooked('c')} else false end
    ${most})`;
};

/** A page of the accounts from a place on, as they are shown. */
export const selectUsuarios = async (
  db: Db,
  { busqueda, ...filtros }: Filtros,
  desde: Desde,
): Promise<UsuarioRow[]> => {
  const way = goesDown(desde) ? 'desc' : 'asc';
  const read = (search: Search, some: readonly RawBuilder<boolean>[], limit: number) =>
    filtered(db, { ...filtros, ...search })
      .select(LISTED)
      .where((eb) => eb.and([...some]))
      .orderBy(columnOf(desde.orden), way)
      .orderBy('cuentas.uid', way)
      .limit(atMost(limit))
      .execute();
  const parts = partsOf(desde);
  const found: UsuarioRow[] = [];
  const words = busqueda?.trim() ? { busqueda } : null;
  if (words) {
    const all = Object.values(filtros).some((filtro) => filtro !== undefined);
    const near = sql<boolean>`cuentas.uid in ${ahead(parts[0]!, words, desde, all)}`;
    const rows = await read({}, [near], desde.limit);
    if (rows.length === desde.limit) return rows;
  }
  for (const part of parts) {
    if (found.length === desde.limit) break;
    found.push(...(await read(words ?? {}, [part], desde.limit - found.length)));
  }
  return found;
};

/** Those that look like the words (`parecida`), the likest first: only inside `selectLike`. */
export const selectUsuariosLike = (db: Db, filtros: Filtros, limit: number) =>
  filtered(db, { ...filtros, parecida: true })
    .select(LISTED)
    .orderBy(likenessOf(['cuentas.busqueda', 'personas.busqueda'], filtros.busqueda), 'desc')
    .orderBy('cuentas.creado_en', 'desc')
    .orderBy('cuentas.uid')
    .limit(limit)
    .execute();

/** One account, as the list shows it. */
export const findUsuario = (db: Db, uid: string) =>
  filtered(db, { solo: [uid] })
    .select(LISTED)
    .executeTakeFirst();

export type UsuarioRow = Awaited<ReturnType<typeof selectUsuariosLike>>[number];

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
    .select(['uid', 'email', 'display_name as nombre'])
    .where('role', '=', 'Admin')
    .where('disabled', '=', false)
    .where('email_verified', '=', true)
    .orderBy('uid')
    .execute();

/** Whether an account in use of the staff is of somebody else than that account and that person. */
export const hasOtraDelPersonal = async (
  db: Db | Trx,
  { uid, personaId }: { uid: string; personaId: string | null },
): Promise<boolean> => {
  const row = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('role', 'is not', null)
    .where('disabled', '=', false)
    .where('email_verified', '=', true)
    .where('uid', '<>', uid)
    .$if(personaId !== null, (query) =>
      query.where((eb) => eb.or([eb('persona_id', 'is', null), eb('persona_id', '<>', personaId)])),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
