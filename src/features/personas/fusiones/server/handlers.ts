import type { z } from 'zod';
import { type CallContext, type Handler, handle } from '../../../../platform/server/callables.ts';
import { type Db, isConflict, type Trx } from '../../../../platform/server/db/index.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, type Status } from '../../../../platform/shared/errors.ts';
import { isStaffRole } from '../../../../platform/shared/policy.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { forgetImagenesIne } from '../../../identidad/archivos/server/service.ts';
import {
  type Plan,
  performCurp,
  planCurp,
  recordFusion,
  requireSinImpedimentos,
  type Seguidor,
  withClaves,
} from '../../clave/server/handlers.ts';
import * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { FUSION } from '../estados.ts';
import { canDecideFusiones } from '../policy.ts';
import { impideConfirmar } from '../rules.ts';
import {
  annulFusionesDe,
  closeFusion,
  countPendientes,
  type FusionRow,
  findFusion,
  moveFusiones,
  selectPendientes,
} from './data.ts';
import { fusionDecididaMail } from './mails.ts';
import { presentFila, presentFusion } from './present.ts';

type Context = CallContext<Actor>;

const refuse = (status: Status, { code, message }: { code: string; message: string }) =>
  new CallError(status, message, { code });

/**
 * A proposal of a file that is another now ends; what was proposed to be taken in by one that is merged
 * goes on with the one that takes that one in, and is then not what was looked at.
 */
export const fusionesSeguidor: Seguidor = {
  columnas: ['fusiones.persona_id'],
  follow: async (trx, { de, a, ctx }) => {
    for (const row of await annulFusionesDe(trx, de, ctx.services.now())) {
      await recordFusion(trx, row, 'anular');
    }
    if (a !== null) await moveFusiones(trx, de, a);
  },
};

const requireFusion = async (db: Db | Trx, id: string): Promise<FusionRow> => {
  const row = await findFusion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** As it is now: a proposal whose days are over does not wait, also while nobody has written it down. */
const estadoOf = ({ estado, vence_en }: FusionRow, ahora: Date): contract.Fusion['estado'] =>
  FUSION.can('vencer', estado) && vence_en <= ahora ? FUSION.pasos.vencer.a : estado;

const filesOf = ({ anterior_id, persona_id }: FusionRow) => ({
  personaIds: [anterior_id, persona_id],
});

/** What would happen now, with both files; `lock` holds them. */
const planOf = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  { id, anterior_clave, actual_curp }: FusionRow,
  ctx: Context,
  lock: boolean,
): Promise<Plan> => {
  if (anterior_clave === null || actual_curp === null) throw refuse('ABORTED', ERRORES.yaDecidida);
  try {
    return await planCurp(trx, seguidores, { clave: anterior_clave, curp: actual_curp }, ctx, lock);
  } catch (error) {
    // Who waited for the files may find them one, because somebody else confirmed meanwhile.
    if (!(error instanceof CallError)) throw error;
    const { estado } = await requireFusion(trx, id);
    if (!FUSION.can('confirmar', estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
    throw error;
  }
};

const impideTo = (row: FusionRow, { ensayo }: Plan, actor: Actor) =>
  impideConfirmar({
    esPropuestaSuya: row.propuesta_por === actor.uid,
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
  const { personaId, hecho } = await performCurp(
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
  return { personaId, clave: hecho.clave };
};

type Decision = z.output<typeof contract.decideFusion.input>;

const decide = async (
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
    if (row.propuesta_por === actor.uid) throw refuse('PERMISSION_DENIED', ERRORES.propia);
    const closed = await closeFusion(trx, row.id, 'rechazar', {
      por: actor.uid,
      motivo: rechazo,
      en,
    });
    if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
    await recordFusion(trx, row, 'rechazar', { motivo: rechazo });
  }
  await services.mail.queue(
    trx,
    fusionDecididaMail(services.env, row.proponente_email, { id: row.id, rechazo }),
  );
  return done;
};

export const fusionesHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = withClaves(given);
  const sujeto = async ({ id }: { id: string }, { services }: Context) =>
    filesOf(await requireFusion(services.db, id));
  return [
    handle(contract.listFusiones, {
      policy: canDecideFusiones,
      async run(input, { actor, services }) {
        const { db } = services;
        const ahora = services.now();
        const [total, rows] = [
          await countPendientes(db, ahora),
          await selectPendientes(db, ahora, input),
        ];
        const personas = [
          ...new Set(rows.flatMap(({ anterior_id, persona_id }) => [anterior_id, persona_id])),
        ].sort();
        if (personas.length > 0) {
          await db
            .transaction()
            .execute((trx) =>
              recordOnce(trx, 'fusion.listar', { id: 'lista', despues: { personas } }),
            );
        }
        return { total, filas: rows.map((row) => presentFila(row, actor.uid)) };
      },
    }),

    handle(contract.getFusion, {
      policy: canDecideFusiones,
      run: ({ id }, ctx) =>
        ctx.services.db.transaction().execute(async (trx) => {
          const { actor, services } = ctx;
          const row = await requireFusion(trx, id);
          const estado = estadoOf(row, services.now());
          await recordOnce(trx, 'fusion.leer', {
            id,
            despues: { personas: filesOf(row).personaIds },
          });
          if (!FUSION.can('confirmar', estado)) {
            return presentFusion(row, { estado, ensayo: null, impide: null });
          }
          const plan = await planOf(trx, seguidores, row, ctx, false);
          const impide = impideTo(row, plan, actor);
          return presentFusion(row, { estado, ensayo: plan.ensayo, impide });
        }),
    }),

    handle(contract.decideFusion, {
      policy: canDecideFusiones,
      noSobreUnoMismo: { sujeto },
      async run(input, ctx) {
        try {
          const done = await ctx.services.db
            .transaction()
            .execute((trx) => decide(trx, seguidores, input, ctx));
          if (done) await forgetImagenesIne(ctx, done.personaId);
          return { clave: done?.clave ?? null };
        } catch (error) {
          // Something of the two files was written at this very moment.
          if (isConflict(error)) throw refuse('ABORTED', ERRORES.cambio);
          throw error;
        }
      },
    }),

    handle(contract.cancelFusion, {
      policy: canDecideFusiones,
      // What one proposed is taken back by oneself.
      noSobreUnoMismo: null,
      async run({ id }, { actor, services }) {
        await services.db.transaction().execute(async (trx) => {
          const row = await requireFusion(trx, id);
          if (row.propuesta_por !== actor.uid) throw refuse('PERMISSION_DENIED', ERRORES.ajena);
          const closed = await closeFusion(trx, id, 'cancelar', {
            por: actor.uid,
            motivo: null,
            en: services.now(),
          });
          if (!closed) throw refuse('ABORTED', ERRORES.yaDecidida);
          await recordFusion(trx, row, 'cancelar');
        });
        return { ok: true as const };
      },
    }),
  ];
};
