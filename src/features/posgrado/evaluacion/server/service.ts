/** What the rooms of the evaluation ask first: the stage, the call and who evaluates in it. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { requireAjeno } from '../../acceso/server/service.ts';
import type { Etapa } from '../../convocatorias/contract.ts';
import {
  type ConvocatoriaRow,
  requireConvocatoria,
  selectEtapas,
} from '../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { CONVOCATORIA } from '../../estados.ts';
import { TIPOS_CON_DICTAMEN } from '../contract.ts';
import { ERRORES_EVALUACION as ERRORES } from '../errors.ts';
import { type EtapaDeRow, findEtapa, findEvaluadorDe } from './data.ts';

/** What an act of the evaluation stands on. `por`: uid of the account, or null when the portal does it by itself. */
export type Acto = { readonly services: Services; readonly por: string | null };

/** A stage that is scored, with its call and criteria. */
export type EtapaEvaluada = {
  readonly etapa: EtapaDeRow;
  readonly convocatoria: ConvocatoriaRow;
  /** Of the call, in order. */
  readonly etapas: readonly Etapa[];
  readonly criterios: Etapa['criterios'];
};

/**
 * A stage with criteria, with its call; `lock` holds the stage until the transaction ends.
 *
 * @throws {CallError} NOT_FOUND (`etapa-no-existe`)
 */
export const requireEtapaEvaluada = async (
  db: Db | Trx,
  id: string,
  lock: 'update' | 'share' | null = null,
): Promise<EtapaEvaluada> => {
  const etapa = await findEtapa(db, id, lock);
  if (!etapa || !TIPOS_CON_DICTAMEN.some((one) => one === etapa.tipo)) {
    throw refuse('NOT_FOUND', ERRORES.etapaNoExiste);
  }
  const convocatoria = await requireConvocatoria(db, { id: etapa.convocatoria_id });
  const etapas = await selectEtapas(db, convocatoria.id);
  return {
    etapa,
    convocatoria,
    etapas,
    criterios: etapas.find((one) => one.id === id)!.criterios,
  };
};

/**
 * The same, for the desk: whoever applies or recommends there is refused.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`)
 */
export const requireEtapaDeMesa = async (
  db: Db | Trx,
  actor: Actor,
  id: string,
  lock: 'update' | 'share' | null = null,
): Promise<EtapaEvaluada> => {
  const one = await requireEtapaEvaluada(db, id, lock);
  await requireAjeno(db, actor, one.convocatoria.id);
  return one;
};

/** @throws {CallError} FAILED_PRECONDITION (`convocatoria-concluida`) unless the call is in force */
export const requireEnCurso = ({ estado }: Pick<ConvocatoriaRow, 'estado'>): void => {
  if (!CONVOCATORIA.can('concluir', estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
  }
};

/** Whether evaluators may be named in a call: in its draft too, nothing is assigned before applications close. */
export const admiteEvaluadores = ({ estado }: Pick<ConvocatoriaRow, 'estado'>): boolean =>
  CONVOCATORIA.can('publicar', estado) || CONVOCATORIA.can('concluir', estado);

/** @throws {CallError} FAILED_PRECONDITION (`etapa-cerrada`) */
export const requireAbierta = ({ cerrada_en }: Pick<EtapaDeRow, 'cerrada_en'>): void => {
  if (cerrada_en !== null) throw refuse('FAILED_PRECONDITION', ERRORES.etapaCerrada);
};

/**
 * The evaluator that the actor is in a call.
 *
 * @throws {CallError} PERMISSION_DENIED (`posgrado-es-parte`, `no-evalua`)
 */
export const requireEvaluador = async (
  db: Db | Trx,
  actor: Actor,
  convocatoriaId: string,
): Promise<{ id: string; etapas: string[] }> => {
  await requireAjeno(db, actor, convocatoriaId);
  const { personaId } = actor;
  const row = personaId && (await findEvaluadorDe(db, { convocatoriaId, personaId }));
  if (!row) throw refuse('PERMISSION_DENIED', ERRORES.noEvalua);
  return row;
};

/** Whether an evaluator scores in a stage. */
export const evaluaEn = ({ etapas }: { etapas: readonly string[] }, etapaId: string): boolean =>
  etapas.length === 0 || etapas.includes(etapaId);
