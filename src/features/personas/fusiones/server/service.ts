import type { z } from 'zod';
import { type Db, isConflict, type Trx } from '../../../../platform/server/db/index.ts';
import { recordOnce, recordVistos } from '../../../../platform/server/historial/index.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { isStaffRole } from '../../../../platform/shared/policy.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { type Plan, planCurp, requireSinImpedimentos } from '../../clave/ensayo/server/service.ts';
import type { Context, Seguidor } from '../../clave/seguidores/server/service.ts';
import { performCurp } from '../../clave/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { FUSION } from '../estados.ts';
import { canDecideFusiones } from '../policy.ts';
import { recordFusion } from '../propuestas/server/service.ts';
import { fusionesPath } from '../routes.ts';
import { impideConfirmar } from '../rules.ts';
import {
  annulFusionesDe,
  closeFusion,
  countEspera,
  type FusionRow,
  findFusion,
  moveFusiones,
} from './data.ts';
import { fusionDecididaMail } from './mails.ts';

/**
 * A proposal of a file that is another now ends; what was proposed to be taken in by one that is merged
 * goes on with the one that takes that one in, and is then not what was looked at.
 */
export const fusionesSeguidor: Seguidor = {
  columnas: ['fusiones.persona_id'],
  libres: ['fusiones'],
  soloPersona: ['fusiones'],
  follow: async (trx, { de, a, ctx }) => {
    for (const row of await annulFusionesDe(trx, de, ctx.services.now())) {
      await recordFusion(trx, row, 'anular');
    }
    if (a !== null) await moveFusiones(trx, de, a);
  },
};

export const requireFusion = async (db: Db | Trx, id: string): Promise<FusionRow> => {
  const row = await findFusion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** As it is now: a proposal whose days are over does not wait, also while nobody has written it down. */
const estadoOf = ({ estado, vence_en }: FusionRow, ahora: Date): contract.Fusion['estado'] =>
  FUSION.can('vencer', estado) && vence_en <= ahora ? FUSION.pasos.vencer.a : estado;

type DosExpedientes = Pick<FusionRow, 'anterior_id' | 'persona_id'>;

export const filesOf = ({ anterior_id, persona_id }: DosExpedientes) => ({
  personaIds: [anterior_id, persona_id],
});

/** What would happen now, with both files; `lock` holds them. */
const planOf = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  { id, anterior_clave, actual_clave }: FusionRow,
  ctx: Context,
  lock: boolean,
): Promise<Plan> => {
  if (anterior_clave === null) throw refuse('ABORTED', ERRORES.yaDecidida);
  try {
    return await planCurp(
      trx,
      seguidores,
      { clave: anterior_clave, curp: actual_clave },
      ctx,
      lock,
    );
  } catch (error) {
    // Who waited for the files may find them one, because somebody else confirmed meanwhile.
    if (!(error instanceof CallError)) throw error;
    const { estado } = await requireFusion(trx, id);
    if (!FUSION.can('confirmar', estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
    throw error;
  }
};

/** Whether the actor is the person who proposed it, by whichever of their accounts. */
const isProponente = (row: FusionRow, actor: Actor): boolean =>
  esUnoMismo(actor, { uids: [row.propuesta_por], personaIds: [row.proponente_persona_id] });

const impideTo = (row: FusionRow, { ensayo }: Plan, actor: Actor) =>
  impideConfirmar({
    esPropuestaSuya: isProponente(row, actor),
    esExpedienteSuyo: esUnoMismo(actor, filesOf(row)),
    cambio: ensayo.huella !== row.huella,
    sinProponente:
      !isStaffRole(row.proponente_role) ||
      row.proponente_disabled ||
      esUnoMismo({ uid: row.propuesta_por, personaId: row.proponente_persona_id }, filesOf(row)),
    impedimentos: ensayo.impedimentos,
  });

const REFUSALS = {
  propia: ['PERMISSION_DENIED', ERRORES.propia],
  cambio: ['ABORTED', ERRORES.cambio],
  'sin-proponente': ['ABORTED', ERRORES.sinProponente],
} as const;

/** Makes the two files one, as it was proposed. */
const confirm = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  row: FusionRow,
  ctx: Context,
): Promise<{ personaId: string; clave: string }> => {
  const { actor, services } = ctx;
  // The files first and then the proposal, as whoever proposes does: they never wait in opposite orders.
  const plan = await planOf(trx, seguidores, row, ctx, true);
  const latest = await requireFusion(trx, row.id);
  const impide = impideTo(latest, plan, actor);
  if (impide !== null && impide in REFUSALS) {
    const [status, error] = REFUSALS[impide as keyof typeof REFUSALS];
    throw refuse(status, error);
  }
  requireSinImpedimentos(plan.ensayo);
  const en = services.now();
  const closed = await closeFusion(trx, row.id, 'confirmar', { por: actor.uid, motivo: null, en });
  if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
  const { personaId, resultado } = await performCurp(
    trx,
    seguidores,
    plan,
    {
      tomar: row.tomar,
      motivo: row.motivo,
      confirma: { id: row.id, propuestaPor: row.propuesta_por },
    },
    ctx,
  );
  await recordFusion(trx, row, 'confirmar', { propuestaPor: row.propuesta_por });
  return { personaId, clave: resultado.clave };
};

type Decision = z.output<typeof contract.decideFusion.input>;

export const decide = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: Decision,
  ctx: Context,
): Promise<{ personaId: string; clave: string } | null> => {
  const { actor, services } = ctx;
  const row = await requireFusion(trx, input.id);
  const en = services.now();
  if (!FUSION.can(input.decision, estadoOf(row, en))) throw refuse('ABORTED', ERRORES.yaDecidida);
  const rechazo = input.decision === 'rechazar' ? input.motivo : null;
  let done: { personaId: string; clave: string } | null = null;
  if (rechazo === null) done = await confirm(trx, seguidores, row, ctx);
  else {
    if (isProponente(row, actor)) throw refuse('PERMISSION_DENIED', ERRORES.propia);
    const closed = await closeFusion(trx, row.id, 'rechazar', {
      por: actor.uid,
      motivo: rechazo,
      en,
    });
    if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
    await recordFusion(trx, row, 'rechazar', { motivo: rechazo });
  }
  await services.notificaciones.notify(
    trx,
    fusionDecididaMail(
      services.env,
      { uid: row.propuesta_por, email: row.proponente_email },
      { id: row.id, rechazo },
    ),
  );
  return done;
};

/** Whose files wait to be one, for whoever looks at the list. */
export const recordLista = (db: Db, rows: readonly DosExpedientes[]): Promise<void> =>
  recordVistos(
    db,
    'fusion.listar',
    rows.flatMap((row) => filesOf(row).personaIds),
  );

/** A proposal as it is now and, while it waits, what confirming it would do and what stands in the way. */
export const lookAt = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  id: string,
  ctx: Context,
) => {
  const row = await requireFusion(trx, id);
  const estado = estadoOf(row, ctx.services.now());
  await recordOnce(trx, 'fusion.leer', { id, despues: { personas: filesOf(row).personaIds } });
  if (!FUSION.can('confirmar', estado)) return { row, estado, ensayo: null, impide: null };
  const plan = await planOf(trx, seguidores, row, ctx, false);
  return { row, estado, ensayo: plan.ensayo, impide: impideTo(row, plan, ctx.actor) };
};

/** Takes back what one proposed. */
export const cancel = async (trx: Trx, id: string, { actor, services }: Context): Promise<void> => {
  const row = await requireFusion(trx, id);
  if (row.propuesta_por !== actor.uid) throw refuse('PERMISSION_DENIED', ERRORES.ajena);
  const en = services.now();
  const closed = await closeFusion(trx, id, 'cancelar', { por: actor.uid, motivo: null, en });
  if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
  await recordFusion(trx, row, 'cancelar');
};

/** What failed while two files were held; that somebody wrote something of them at this very moment, in words. */
export const refuseChanged = (error: unknown): unknown =>
  isConflict(error) ? refuse('ABORTED', ERRORES.cambio) : error;

/** The merges that wait for a second person. */
export const fusionesPendientes = queueOf({
  policy: canDecideFusiones,
  count: countEspera,
  titulo: ['Propuesta de fusión de expedientes', 'Propuestas de fusión de expedientes'],
  enlace: fusionesPath,
  accion: 'Revisar',
});
