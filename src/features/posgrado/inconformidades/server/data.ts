import { type ColumnType, type Generated, sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { type EstadoInconformidad, INCONFORMIDAD } from '../../estados.ts';
import type { Sobre } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    inconformidades: {
      id: Generated<string>;
      /** As it is shown: NC26-K9Y2-ZKYW-J. */
      folio: string;
      persona_id: string;
      convocatoria_id: string;
      presolicitud_id: string | null;
      solicitud_id: string | null;
      sobre: Sobre;
      etapa_id: string | null;
      estado: EstadoInconformidad;
      texto: string;
      /** Last instant of the school's term to answer. */
      vence_en: Date;
      /** Uid of who studies it. */
      asignada_a: ColumnType<string | null, string | null | undefined, string | null>;
      resuelta_por: ColumnType<string | null, string | null | undefined, string | null>;
      resuelta_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      resolucion: ColumnType<string | null, string | null | undefined, string | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}

type Suya = { id: string; personaId: string; folio: string; estado: EstadoInconformidad };

/** All of these people; `lock` holds them until the transaction ends. */
export const selectDePersonas = async (
  trx: Trx,
  personaIds: readonly string[],
  lock: boolean,
): Promise<Suya[]> => {
  const { rows } = await sql<Suya>`
    select t.id, t.persona_id as "personaId", t.folio, t.estado from inconformidades t
    where t.persona_id = any(${personaIds}::uuid[]) order by t.creado_en, t.id
    ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows;
};

export const moveInconformidades = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('inconformidades')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

/** Withdraws the open ones of these people; gives which. */
export const withdrawAbiertas = async (
  trx: Trx,
  personaIds: readonly string[],
  ahora: Date,
): Promise<Suya[]> => {
  const { rows } = await sql<Suya>`
    with abiertas as materialized (
      select t.id, t.persona_id, t.folio, t.estado from inconformidades t
      where t.persona_id = any(${personaIds}::uuid[]) and ${mayTake(INCONFORMIDAD, 'retirar', 't.estado')}
      order by t.id for update)
    update inconformidades t set estado = ${INCONFORMIDAD.pasos.retirar.a}, actualizado_en = ${ahora}
    from abiertas a where t.id = a.id
    returning t.id, a.persona_id as "personaId", a.folio, a.estado`.execute(trx);
  return rows;
};
