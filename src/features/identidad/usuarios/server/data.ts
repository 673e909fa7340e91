import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Role } from '../../../../platform/shared/actor.ts';

type Query = {
  busqueda: string;
  role: Role | 'ninguno' | undefined;
  estado: 'activa' | 'sinVerificar' | 'deshabilitada' | undefined;
  orden: 'email' | 'displayName' | 'role' | 'createdAt' | 'lastLoginAt';
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

const plain = (column: string) =>
  sql<string>`translate(lower(${sql.ref(column)}), 'áéíóúüñàèìòùç', 'aeiouunaeiouc')`;

const COLUMNS = {
  email: 'cuentas.email',
  displayName: 'cuentas.display_name',
  role: 'cuentas.role',
  createdAt: 'cuentas.created_at',
  lastLoginAt: 'cuentas.last_login_at',
} as const;

const filtered = (db: Db, { busqueda, role, estado }: Query) => {
  let query = db.selectFrom('cuentas').leftJoin('personas', 'personas.id', 'cuentas.persona_id');
  for (const word of busqueda.split(/\s+/).filter(Boolean)) {
    const like = sql<string>`'%' || translate(lower(${word.replace(/[\\%_]/g, '\\$&')}), 'áéíóúüñàèìòùç', 'aeiouunaeiouc') || '%'`;
    query = query.where((eb) =>
      eb.or([
        eb('cuentas.email', 'like', like),
        eb(plain('cuentas.display_name'), 'like', like),
        eb(sql<string>`lower(personas.clave)`, 'like', like),
      ]),
    );
  }
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

export const selectUsuarios = (db: Db, query: Query) =>
  filtered(db, query)
    .select([
      'cuentas.uid',
      'cuentas.email',
      'cuentas.display_name',
      'cuentas.role',
      'cuentas.email_verified',
      'cuentas.disabled',
      'cuentas.totp_desde',
      'cuentas.created_at',
      'cuentas.last_login_at',
      'personas.clave',
    ])
    .orderBy(COLUMNS[query.orden], (o) =>
      query.descendente ? o.desc().nullsLast() : o.asc().nullsLast(),
    )
    .orderBy('cuentas.uid')
    .limit(query.porPagina)
    .offset((query.pagina - 1) * query.porPagina)
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

export const lockCuenta = (trx: Trx, uid: string) =>
  trx.selectFrom('cuentas').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst();

export const saveRole = async (trx: Trx, uid: string, role: Role | null): Promise<void> => {
  await trx.updateTable('cuentas').set({ role }).where('uid', '=', uid).execute();
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
