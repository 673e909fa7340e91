import { type RawBuilder, sql } from 'kysely';
import { inEstado, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../platform/server/db/search.ts';
import { CORREO, type EstadoCorreo } from '../../../platform/shared/correos.ts';

/** A query of values of `correos.reserva`, and a condition on `correos`. */
export type Reservas = RawBuilder<unknown>;
export type Visibles = RawBuilder<boolean>;

type Filtros = Search & {
  estado?: EstadoCorreo | undefined;
  /** A condition on `correos`: what whoever asks may see. See `visiblesPara`. */
  visibles: Visibles;
};

type Query = Filtros & {
  orden: 'creadoEn' | 'para';
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

const COLUMNS = { creadoEn: 'correos.creado_en', para: 'correos.para' } as const;

/** The account of an address tells whose file shows in the list. */
const filtered = (db: Db, { estado, visibles, ...search }: Filtros) => {
  let query = db
    .selectFrom('correos')
    .leftJoin('cuentas', 'cuentas.email', 'correos.para')
    .where(visibles);
  const whole = search.busqueda?.trim();
  if (whole) {
    query = query.where((eb) =>
      eb.or([hasWords('correos.busqueda', search), eb('cuentas.uid', '=', whole)]),
    );
  }
  return estado ? query.where('correos.estado', '=', estado) : query;
};

export const countCorreosListed = async (db: Db, filtros: Filtros): Promise<number> => {
  const row = await filtered(db, filtros)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export const selectCorreos = (db: Db, query: Query) =>
  filtered(db, query)
    .select([
      'correos.id',
      'correos.medio',
      'correos.para',
      'correos.asunto',
      'correos.estado',
      'correos.intentos',
      'correos.causa',
      'correos.respuesta',
      'correos.creado_en',
      'correos.enviado_en',
      'correos.fallido_en',
      'correos.proximo',
      'cuentas.persona_id',
      sql<boolean>`coalesce(${inEstado(CORREO, 'correos.estado', 'pendiente')} and correos.reservado_hasta > now(), false)`.as(
        'en_camino',
      ),
      sql<boolean>`correos.medio = 'correo' and ${mayTake(CORREO, 'reenviar', 'correos.estado')} and correos.contenido is not null`.as(
        'reenviable',
      ),
    ])
    .$if(query.parecida === true, (like) =>
      like.orderBy(likenessOf(['correos.busqueda'], query.busqueda), 'desc'),
    )
    .orderBy(COLUMNS[query.orden], query.descendente ? 'desc' : 'asc')
    .orderBy('correos.id')
    .limit(query.porPagina)
    .offset((query.pagina - 1) * query.porPagina)
    .execute();

/** Mails as a batch needs them. */
const forLote = (query: ReturnType<typeof filtered>) =>
  query.select([
    'correos.id as id',
    sql<string>`correos.asunto || ' · ' || correos.para`.as('nombre'),
    'correos.medio',
    'correos.estado',
    'correos.causa',
    'cuentas.persona_id',
  ]);

export const selectCorreosOf = (
  db: Db,
  ids: readonly string[],
  { visibles }: Pick<Filtros, 'visibles'>,
) =>
  forLote(filtered(db, { visibles }))
    .where(sql<boolean>`correos.id::text = any(${ids}::text[])`)
    .orderBy('correos.id')
    .execute();

/** The mails that the filters show, by id, after one of them. */
export const selectCorreosAfter = (
  db: Db,
  filtros: Filtros,
  after: string | null,
  limit: number,
) => {
  const query = forLote(filtered(db, filtros));
  return (after === null ? query : query.where(sql<string>`correos.id::text`, '>', after))
    .orderBy('correos.id')
    .limit(limit)
    .execute();
};

/** Mails that could not be delivered, and since when the first of them. */
export const countFallidos = (
  db: Db,
  visibles: Visibles,
): Promise<{ n: number; desde: Date | null }> =>
  db
    .selectFrom('correos')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(fallido_en)`.as('desde')])
    .where('correos.medio', '=', 'correo')
    .where(visibles)
    .where(inEstado(CORREO, 'correos.estado', 'fallido'))
    .executeTakeFirstOrThrow();

/** True of a row of `correos` that belongs to none of the affairs that these queries name by `correos.reserva`. */
export const isVisible = (reservadas: readonly Reservas[]): Visibles =>
  reservadas.length === 0
    ? sql`true`
    : sql`(correos.reserva is null or correos.reserva not in (${sql.join(reservadas, sql` union all `)}))`;
