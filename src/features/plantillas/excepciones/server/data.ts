import { sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { PRUEBA } from '../../../documentos/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { type EstadoExcepcion, EXCEPCION } from '../estados.ts';
import type { Vigente } from '../rules.ts';

type ExcepcionRow = {
  id: string;
  plantilla_id: string;
  regla: string;
  descripcion: string;
  condicion: string;
  persona_id: string;
  estado: EstadoExcepcion;
  justificacion: string;
  documento_id: string;
  vence_en: Date;
  pedido_por: string;
  creado_en: Date;
  decidido_por: string | null;
  decidido_en: Date | null;
  nota: string | null;
  retirado_por: string | null;
  retirado_en: Date | null;
  /** When its person was told that it ends soon. */
  avisado_en: Date | null;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    excepciones: ExcepcionRow;
  }
}

/** Those in force of these people in these plantillas: one holds until a day ends. */
export const selectVigentes = async (
  db: Db | Trx,
  {
    plantillas,
    personas,
    ahora,
  }: { plantillas: readonly string[]; personas: readonly string[]; ahora: Date },
): Promise<(Vigente & { plantilla_id: string; persona_id: string })[]> => {
  const { rows } = await sql<Vigente & { plantilla_id: string; persona_id: string }>`
    select x.plantilla_id, x.persona_id, x.regla, x.condicion, x.decidido_en as desde, x.vence_en
    from excepciones x
    where x.persona_id = any(${personas}::uuid[]) and x.plantilla_id = any(${plantillas}::uuid[])
      and ${inEstado(EXCEPCION, 'x.estado', 'vigente')} and x.vence_en > ${startOfDay(fechaDe(ahora))}`.execute(
    db,
  );
  return rows;
};

/** One with what a screen tells of it. */
export type ExcepcionLeida = ExcepcionRow & {
  plantilla_nombre: string;
  persona_clave: string;
  persona_nombre_completo: string;
  prueba_tipo: string;
};

/** Of a plantilla or of a person, the newest first. */
export const selectExcepciones = async (
  db: Db,
  de: { plantillaId: string } | { personaId: string },
): Promise<ExcepcionLeida[]> => {
  const whose =
    'plantillaId' in de
      ? sql`x.plantilla_id = ${de.plantillaId}`
      : sql`x.persona_id = ${de.personaId}`;
  const { rows } = await sql<ExcepcionLeida>`
    select x.*, p.nombre as plantilla_nombre, ${PERSONA.columns}, ${PRUEBA.columns}
    from excepciones x join plantillas p on p.id = x.plantilla_id
    join ${PERSONA.tables} on pe.id = x.persona_id
    join ${PRUEBA.tables} on pr.id = x.documento_id
    where ${whose} order by x.creado_en desc, x.id limit 200`.execute(db);
  return rows;
};

export const findExcepcion = (db: Db | Trx, id: string) =>
  db.selectFrom('excepciones').selectAll().where('id', '=', id).executeTakeFirst();

/** One that waits; null when there is one already. The constraint decides. */
export const insertExcepcion = async (
  trx: Trx,
  row: Pick<
    ExcepcionRow,
    | 'plantilla_id'
    | 'regla'
    | 'descripcion'
    | 'condicion'
    | 'persona_id'
    | 'justificacion'
    | 'documento_id'
    | 'vence_en'
    | 'pedido_por'
    | 'creado_en'
  >,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into excepciones (plantilla_id, regla, descripcion, condicion, persona_id, estado, justificacion,
      documento_id, vence_en, pedido_por, creado_en)
    values (${row.plantilla_id}, ${row.regla}, ${row.descripcion}, ${row.condicion}, ${row.persona_id},
      ${EXCEPCION.pasos.pedir.a}, ${row.justificacion}, ${row.documento_id}, ${row.vence_en}, ${row.pedido_por},
      ${row.creado_en})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

type Acto = { por: string; en: Date; nota: string };

/** Approves or rejects; false when it does not wait any more. */
export const updateDecidida = async (
  trx: Trx,
  id: string,
  paso: 'aprobar' | 'rechazar',
  { por, en, nota }: Acto,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('excepciones')
    .set({ estado: EXCEPCION.pasos[paso].a, decidido_por: por, decidido_en: en, nota })
    .where('id', '=', id)
    .where(mayTake(EXCEPCION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Takes it back; false when it neither waits nor holds. */
export const updateRetirada = async (trx: Trx, id: string, { por, en, nota }: Acto) => {
  const { numUpdatedRows } = await trx
    .updateTable('excepciones')
    .set({ estado: EXCEPCION.pasos.retirar.a, retirado_por: por, retirado_en: en, nota })
    .where('id', '=', id)
    .where(mayTake(EXCEPCION, 'retirar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Of these people, held until the transaction ends when `lock`. */
export const selectDePersonas = (trx: Trx, personas: readonly string[], lock: boolean) =>
  trx
    .selectFrom('excepciones')
    .select(['id', 'persona_id', 'estado', 'plantilla_id', 'regla', 'descripcion'])
    .where('persona_id', 'in', personas)
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute();

export const movePersona = (trx: Trx, ids: readonly string[], a: string) =>
  trx.updateTable('excepciones').set({ persona_id: a }).where('id', 'in', ids).execute();
