import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { FILA, type FilaRow } from '../../envios/server/service.ts';
import { ASIGNACION, type EstadoSolicitud, RECOMENDACION } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    solicitudes: {
      id: Generated<string>;
      persona_id: string;
      convocatoria_id: string;
      presolicitud_id: string;
      /** By what evaluators and the public results know it. */
      folio: ColumnType<string | null, string | null | undefined, string | null>;
      estado: EstadoSolicitud;
      respuestas: ColumnType<Respuestas, string | undefined, string>;
      sensibles: ColumnType<string | null, string | null | undefined, string | null>;
      /** Keys of the fields whose answer is to be saved in the file too. */
      guardar: Generated<string[]>;
      /** When the draft was last saved; null: everything that was typed has been sent. */
      guardado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      enviada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Keys of the quotas whose seats the person may take, decided when it was sent. */
      cupos: Generated<string[]>;
      afirmativa: Generated<boolean>;
      antiguedad_dias: ColumnType<number | null, number | null | undefined, number | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      inscripcion_id: ColumnType<string | null, string | null | undefined, string | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}

/** An application with its person, account, course and edition. */
export type SolicitudRow = FilaRow<EstadoSolicitud> & {
  presolicitud_id: string;
  /** As it is shown: SP26-K9Y2-ZKYW-J. */
  folio: string | null;
  cupos: string[];
  afirmativa: boolean;
  antiguedad_dias: number | null;
  inscripcion_id: string | null;
};

const SOLICITUDES = sql`select ${FILA.columns}, t.presolicitud_id, t.folio, t.cupos, t.afirmativa, t.antiguedad_dias,
  t.inscripcion_id from ${FILA.tables('solicitudes')}`;

/** One by its id; with `lock`, held until the transaction ends. */
export const findSolicitud = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<SolicitudRow | undefined> => {
  const { rows } = await sql<SolicitudRow>`${SOLICITUDES} where t.id = ${id}
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};

/** Cancels the letters that were not received. */
export const cancelRecomendacionesDe = async (
  trx: Trx,
  solicitudId: string,
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update recomendaciones
    set estado = ${RECOMENDACION.pasos.cancelar.a}, clave_hash = null, motivo = ${motivo}, actualizado_en = ${ahora}
    where solicitud_id = ${solicitudId} and ${mayTake(RECOMENDACION, 'cancelar')} returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Annuls the assignments that were not delivered: nobody opens the application any more. */
export const annulAsignacionesDe = async (
  trx: Trx,
  solicitudId: string,
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update asignaciones
    set estado = ${ASIGNACION.pasos.anular.a}, anulada_en = ${ahora}, anulada_motivo = ${motivo}, actualizado_en = ${ahora}
    where solicitud_id = ${solicitudId} and ${inEstado(ASIGNACION, 'estado', 'pendiente', 'aceptada')} returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};
