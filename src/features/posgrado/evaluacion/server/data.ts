import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { TipoEtapa } from '../../convocatorias/contract.ts';
import { ASIGNACION, type EstadoAsignacion, type EstadoImpedimento } from '../../estados.ts';
import { DICTAMEN, type Dictamen } from '../contract.ts';
import type { TipoImpedimento } from '../impedimentos/rules.ts';

type Null<T> = ColumnType<T | null, T | null | undefined, T | null>;

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    evaluadores: {
      id: Generated<string>;
      convocatoria_id: string;
      persona_id: string;
      /** Stages in which they score; empty: all. */
      etapas: Generated<string[]>;
      nombrado_por: string;
      creado_en: Date;
      baja_en: Null<Date>;
      baja_motivo: Null<string>;
    };
    impedimentos: {
      id: Generated<string>;
      evaluador_id: string;
      solicitud_id: string;
      estado: EstadoImpedimento;
      tipo: TipoImpedimento;
      detalle: string;
      creada_por: Null<string>;
      creado_en: Date;
      resuelto_por: Null<string>;
      resuelto_en: Null<Date>;
      resolucion: Null<string>;
    };
    asignaciones: {
      id: Generated<string>;
      etapa_id: string;
      evaluador_id: string;
      solicitud_id: string;
      estado: EstadoAsignacion;
      /** The evaluator who settles a disagreement; nobody is told before the stage closes. */
      tercera: Generated<boolean>;
      motivo: Null<string>;
      asignada_por: Null<string>;
      creado_en: Date;
      aceptada_en: Null<Date>;
      entregada_en: Null<Date>;
      anulada_en: Null<Date>;
      anulada_motivo: Null<string>;
      /** Of whatever format: it is read with `DICTAMEN`. */
      dictamen: ColumnType<unknown, string | null | undefined, string | null>;
      revision: Generated<number>;
      actualizado_en: Date;
    };
    calibracion_muestras: {
      id: Generated<string>;
      etapa_id: string;
      orden: number;
      titulo: string;
      contenido: string;
      creado_en: Date;
    };
    calibracion_dictamenes: {
      muestra_id: string;
      evaluador_id: string;
      /** Of whatever format: it is read with `DICTAMEN`. */
      dictamen: ColumnType<unknown, string, string>;
      creado_en: Date;
    };
  }
}

/** An evaluator in force: an account's person in a call. */
export const findEvaluadorDe = (
  db: Db | Trx,
  { convocatoriaId, personaId }: { convocatoriaId: string; personaId: string | null },
): Promise<{ id: string; etapas: string[] } | undefined> =>
  db
    .selectFrom('evaluadores')
    .select(['id', 'etapas'])
    .where('convocatoria_id', '=', convocatoriaId)
    .where('persona_id', '=', personaId)
    .where('baja_en', 'is', null)
    .executeTakeFirst();

/** A delivered score that counts. */
export type EntregaRow = {
  id: string;
  etapa_id: string;
  solicitud_id: string;
  evaluador_id: string;
  tercera: boolean;
  entregada_en: Date;
  dictamen: Dictamen;
};

/** The delivered scores of some stages, of one application if said, those that settled a disagreement last. */
export const selectEntregas = async (
  db: Db | Trx,
  etapas: readonly string[],
  solicitudId: string | null = null,
): Promise<EntregaRow[]> => {
  const { rows } = await sql<Omit<EntregaRow, 'dictamen'> & { dictamen: unknown }>`
    select a.id, a.etapa_id, a.solicitud_id, a.evaluador_id, a.tercera, a.entregada_en, a.dictamen
    from asignaciones a
    where a.etapa_id = any(${etapas}::uuid[]) and ${inEstado(ASIGNACION, 'a.estado', 'entregada')}
      and (${solicitudId}::uuid is null or a.solicitud_id = ${solicitudId}::uuid)
    order by a.tercera, a.creado_en, a.id`.execute(db);
  return rows.map((row) => ({ ...row, dictamen: DICTAMEN.read(row.dictamen) }));
};

/** A stage with the call that it is of. */
export type EtapaDeRow = {
  id: string;
  convocatoria_id: string;
  orden: number;
  tipo: TipoEtapa;
  nombre: string;
  vence_en: Date | null;
  cerrada_en: Date | null;
  semilla: string | null;
};

/** A stage; with `lock`, held until the transaction ends: who draws or closes it waits for who delivers. */
export const findEtapa = async (
  db: Db | Trx,
  id: string,
  lock: 'update' | 'share' | null = null,
): Promise<EtapaDeRow | undefined> => {
  const held =
    lock === 'update' ? sql`for update of t` : lock === 'share' ? sql`for share of t` : sql``;
  const { rows } = await sql<EtapaDeRow>`
    select t.id, t.convocatoria_id, t.orden, t.tipo, t.nombre, t.vence_en, t.cerrada_en, t.semilla
    from convocatoria_etapas t where t.id = ${id} ${held}`.execute(db);
  return rows[0];
};
