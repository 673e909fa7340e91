import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/server/db/index.ts';
import { hasWords, likenessOf } from '../../../platform/server/db/search.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { itemNombre, itemReferido } from '../../catalogos/server/reading.ts';
import {
  ACTIVIDAD,
  type ActividadRow,
  DETALLE_EDICION,
  type DetalleEdicionRow,
  SE_OFRECE,
  SESION,
} from '../../cursos/server/reading.ts';
import { OFERTA, type OfertaRow } from '../../inscripciones/ofertas/server/reading.ts';
import { INSCRIPCION_VIVA } from '../../inscripciones/server/reading.ts';
import { versionEnVigor } from '../../plantillas/server/reading.ts';
import type { FechaDeOferta, FiltrosDeOferta, ORDENES_DE_OFERTA } from '../contract.ts';

export type OfrecidaRow = OfertaRow;

type Asked = Omit<FiltrosDeOferta, 'soloCumplo'> & {
  personaId: string | null;
  ahora: Date;
  parecida?: boolean | undefined;
};

/** What an edition is looked for by, folded: `b.texto`. */
const TEXTO = sql`cross join lateral (select plegar(concat_ws(' ', c.clave, c.nombre,
  ${itemNombre('c.area_id')}, ${itemNombre('c.tipo_id')}, ${itemNombre('c.modalidad_id')}, e.nombre,
  ${itemNombre('e.sede_id')})) as texto) b`;

const oneOf = (column: string, claves: readonly string[] | undefined): RawBuilder<boolean> =>
  claves === undefined || claves.length === 0
    ? sql`true`
    : sql`(${itemReferido(column)}) ->> 'clave' = any(${claves}::text[])`;

const enInscripcion = (
  momento: FiltrosDeOferta['inscripcion'],
  ahora: Date,
): RawBuilder<boolean> => {
  if (momento === undefined) return sql`true`;
  if (momento === 'proxima') return sql`e.inscripcion_abre > ${ahora}`;
  return momento === 'abierta'
    ? sql`e.inscripcion_abre <= ${ahora} and e.inscripcion_cierra > ${ahora}`
    : sql`e.inscripcion_cierra <= ${ahora}`;
};

/** Not over nor cancelled, and with a form to fill in. */
const ofrecida = (ahora: Date): RawBuilder<boolean> =>
  sql`(e.termina >= ${fechaDe(ahora)}::date or e.inscripcion_cierra > ${ahora})
    and e.cancelada_en is null and ${SE_OFRECE} and ${versionEnVigor('e.plantilla_id')} is not null`;

const narrowed = (asked: Asked): RawBuilder<boolean> => sql`${ofrecida(asked.ahora)}
  and ${hasWords('b.texto', asked)} and ${oneOf('c.tipo_id', asked.tipos)}
  and ${oneOf('c.modalidad_id', asked.modalidades)} and ${oneOf('c.area_id', asked.areas)}
  and ${oneOf('e.sede_id', asked.sedes)} and ${enInscripcion(asked.inscripcion, asked.ahora)}`;

const given = ({ desde, hasta }: Asked): RawBuilder<boolean> =>
  sql`e.termina >= coalesce(${desde ?? null}::date, e.termina)
    and e.inicia <= coalesce(${hasta ?? null}::date, e.inicia)`;

/** By what each order goes, before the id. First what one can take, then what opens later, what is full, what closed. */
const keysOf = (orden: (typeof ORDENES_DE_OFERTA)[number], ahora: Date): RawBuilder<unknown>[] => {
  switch (orden) {
    case 'sugerido':
      return [
        sql`case when e.inscripcion_cierra <= ${ahora} then 3 when e.inscripcion_abre > ${ahora} then 1
          when e.ocupados >= e.cupo and not e.por_convocatoria then 2 else 0 end`,
        sql`e.inscripcion_cierra`,
      ];
    case 'inicia':
      return [sql`e.inicia`];
    case 'cierra':
      return [sql`e.inscripcion_cierra`];
    case 'nombre':
      return [sql`plegar(c.nombre) collate "C"`];
  }
};

/** Editions of the offer after one of them (by its id), in an order or against it. */
export const selectOferta = async (
  db: Db,
  {
    orden,
    descendente,
    after,
    limit,
    ...asked
  }: Asked & {
    orden: (typeof ORDENES_DE_OFERTA)[number];
    descendente: boolean;
    after: string | null;
    limit: number;
  },
): Promise<OfrecidaRow[]> => {
  const keys = [...keysOf(orden, asked.ahora), sql`e.id`];
  const place = sql`(${sql.join(keys)})`;
  const way = descendente ? sql`desc` : sql`asc`;
  const from =
    after === null
      ? sql`true`
      : sql`${place} ${descendente ? sql`<` : sql`>`} (select ${sql.join(keys)} from ${ACTIVIDAD.tables}
          where e.id = ${after})`;
  const { rows } = await sql<OfrecidaRow>`
    select ${OFERTA.columns}
    from ${ACTIVIDAD.tables} ${TEXTO}
    left join ${INSCRIPCION_VIVA.de(asked.personaId)}
    where ${narrowed(asked)} and ${given(asked)} and ${from}
    order by ${asked.parecida ? sql`${likenessOf(['b.texto'], asked.busqueda)} desc,` : sql``}
      ${sql.join(keys.map((key) => sql`${key} ${way}`))}
    limit ${limit}`.execute(db);
  return rows;
};

/** How many editions of the offer those filters let through. */
export const countOferta = async (db: Db, asked: Asked): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${ACTIVIDAD.tables} ${TEXTO}
    where ${narrowed(asked)} and ${given(asked)}`.execute(db);
  return rows[0]?.n ?? 0;
};

type Referido = { clave: string; nombre: string };

/** What the offer may be narrowed to: what its editions are. */
export const selectFiltros = async (db: Db, ahora: Date) => {
  const { rows } = await sql<{
    tipo: Referido;
    modalidad: Referido;
    area: Referido;
    sede: Referido | null;
  }>`
    select distinct ${itemReferido('c.tipo_id')} as tipo, ${itemReferido('c.modalidad_id')} as modalidad,
      ${itemReferido('c.area_id')} as area, ${itemReferido('e.sede_id')} as sede
    from ${ACTIVIDAD.tables} where ${ofrecida(ahora)}`.execute(db);
  return rows;
};

/** The dates of the offer between two days, in order; one more than `limit` when there are more. */
export const selectFechas = async (
  db: Db,
  { desde, hasta, limit, ...asked }: Asked & { desde: string; hasta: string; limit: number },
): Promise<(FechaDeOferta & { curso: string })[]> => {
  const day = (column: string) => sql`(${sql.ref(column)} at time zone 'America/Mexico_City')`;
  const { rows } = await sql<FechaDeOferta>`
    with o as (
      select e.id, e.inicia, e.termina, e.inscripcion_abre, e.inscripcion_cierra, c.nombre as curso,
        e.nombre as edicion, e.por_convocatoria, ${INSCRIPCION_VIVA.enviada} as mia
      from ${ACTIVIDAD.tables} ${TEXTO} left join ${INSCRIPCION_VIVA.de(asked.personaId)}
      where ${narrowed(asked)}
    ), f as (
      select o.*, ${day('o.inscripcion_abre')}::date as fecha, 'abre' as clase,
        to_char(${day('o.inscripcion_abre')}, 'HH24:MI') as hora, '' as detalle from o
      union all select o.*, ${day('o.inscripcion_cierra')}::date, 'cierra',
        to_char(${day('o.inscripcion_cierra')}, 'HH24:MI'), '' from o
      union all select o.*, o.inicia, 'inicia', null, '' from o
      union all select o.*, o.termina, 'termina', null, '' from o
      union all select o.*, s.fecha, 'sesion', to_char(s.de, 'HH24:MI'), s.tema
        from o join ${SESION.tables} on s.edicion_id = o.id
    )
    select fecha::text as fecha, clase, hora, id as "edicionId", curso, edicion, detalle, mia,
      por_convocatoria as "porConvocatoria" from f
    where fecha between ${desde} and ${hasta}
    order by fecha, hora nulls first, curso, clase, id limit ${limit}`.execute(db);
  return rows;
};

export type DetalladaRow = OfrecidaRow &
  DetalleEdicionRow & { con_formulario: boolean; alternativa_nombre: string | null };

/** One edition, whatever became of it. */
export const findDetallada = async (
  db: Db,
  { edicionId, personaId }: { edicionId: string; personaId: string | null },
): Promise<DetalladaRow | undefined> => {
  const { rows } = await sql<DetalladaRow>`
    select ${OFERTA.columns}, ${DETALLE_EDICION},
      ${versionEnVigor('e.plantilla_id')} is not null as con_formulario
    from ${ACTIVIDAD.tables} left join ${INSCRIPCION_VIVA.de(personaId)}
    where e.id = ${edicionId}`.execute(db);
  return rows[0];
};

/** Editions by their ids. */
export const selectEdiciones = async (db: Db, ids: readonly string[]): Promise<ActividadRow[]> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables} where e.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
};
