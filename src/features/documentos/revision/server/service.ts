import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { turnoOf } from '../../../../platform/server/db/turnos.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { readOfrecidos } from '../../../catalogos/server/service.ts';
import { readDichosDe } from '../../../personas/apartados/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { DOCUMENTO } from '../../estados.ts';
import { canReviewDocumentos } from '../../policy.ts';
import { revisionPath } from '../../routes.ts';
import { MINUTOS_PARA_DESHACER, ultimoDia, venceEnDe } from '../../rules.ts';
import { findDocumento, lockDocumento, selectIdsDeTipo } from '../../server/data.ts';
import { readPruebas } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import {
  countEspera,
  findEnRevision,
  saveDecision,
  turnosDeDocumento,
  undoDecision,
  waitingFor,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const MINUTE = 60_000;
const mine = ({ actor, services }: Context) => turnoOf(actor.uid, services.now());

/** Why the document that is asked for is not given. */
const whyNot = async (trx: Trx, id: string, { actor }: Context): Promise<CallError> => {
  const row = await findDocumento(trx, id);
  if (!row) return refuse('NOT_FOUND', ERRORES.noExiste);
  if (!DOCUMENTO.can('validar', row.estado)) return refuse('ABORTED', ERRORES.yaDecidido);
  if (row.persona_id === actor.personaId) return refuse('PERMISSION_DENIED', ERRORES.propio);
  return refuse('FAILED_PRECONDITION', ERRORES.deOtro);
};

/** The next one for whoever asks, held for them; what they held before is let go. */
export const startRevision = async (
  trx: Trx,
  { id, saltados }: { id?: string | undefined; saltados: readonly string[] },
  ctx: Context,
) => {
  const { actor } = ctx;
  const cola = { id: id ?? null, saltados };
  const taken = await turnosDeDocumento.take(trx, mine(ctx), cola, waitingFor(actor.personaId));
  if (taken === null && id !== undefined) throw await whyNot(trx, id, ctx);
  await turnosDeDocumento.release(trx, actor.uid, taken);
  const row = taken === null ? undefined : await findEnRevision(trx, taken);
  if (row) await recordOnce(trx, 'documento.revisar', { id: row.id, personaId: row.persona_id });
  if (!row) return null;
  // Also what points to a version before: this one takes its place.
  const versiones = await selectIdsDeTipo(trx, { personaId: row.persona_id, tipoId: row.tipo_id });
  return { ...row, prueba: await readDichosDe(trx, row.persona_id, versiones, readPruebas) };
};

/** Why documents are rejected, as the catalog offers it. */
export const readMotivos = async (db: Db) =>
  (await readOfrecidos(db, 'motivos-rechazo')).map(({ clave, nombre }) => ({ clave, nombre }));

/** Holds one on. @throws {CallError} FAILED_PRECONDITION when it is somebody else's by now. */
export const keepRevision = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const row = await findDocumento(trx, id);
  if (!row || !DOCUMENTO.can('validar', row.estado)) throw refuse('ABORTED', ERRORES.yaDecidido);
  if (!(await turnosDeDocumento.renew(trx, id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
};

export const endRevision = (trx: Trx, uid: string): Promise<void> =>
  turnosDeDocumento.release(trx, uid, null);

type Decision = z.output<typeof contract.decideRevisionDocumento.input>;

/** What a decision leaves in the row. */
const readDecision = async (trx: Trx, input: Decision, ahora: Date) => {
  if (input.decision === 'validar') {
    const venceEn = input.venceEl === null ? null : venceEnDe(input.venceEl);
    if (venceEn && venceEn <= ahora) {
      const { code, message } = ERRORES.vencido;
      throw new CallError('INVALID_ARGUMENT', message, { code, fields: { venceEl: message } });
    }
    return { venceEn, motivoId: null, nota: null };
  }
  const motivos = await readOfrecidos(trx, 'motivos-rechazo');
  const motivo = motivos.find(({ clave }) => clave === input.motivo);
  if (!motivo) throw refuse('FAILED_PRECONDITION', ERRORES.sinMotivo);
  return { venceEn: null, motivoId: motivo.id, nota: input.nota || null };
};

/** Says of a document what it is; whoever does must hold it, or nobody. */
export const decideRevision = async (trx: Trx, input: Decision, ctx: Context): Promise<void> => {
  const en = ctx.services.now();
  const row = await lockDocumento(trx, input.id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (!DOCUMENTO.can(input.decision, row.estado)) throw refuse('ABORTED', ERRORES.yaDecidido);
  if (!(await turnosDeDocumento.renew(trx, row.id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
  const { venceEn, motivoId, nota } = await readDecision(trx, input, en);
  const decision = { paso: input.decision, por: ctx.actor.uid, en, motivoId, nota, venceEn };
  if (!(await saveDecision(trx, row.id, decision))) throw refuse('ABORTED', ERRORES.yaDecidido);
  await turnosDeDocumento.end(trx, row.id);
  await recordCambio(trx, `documento.${input.decision}`, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: {
      estado: DOCUMENTO.pasos[input.decision].a,
      tipo: row.tipo_id,
      ...(venceEn && { venceEl: ultimoDia(venceEn) }),
      ...(motivoId && { motivo: motivoId }),
    },
    ...(nota && { motivo: nota }),
  });
};

/** Withdraws one's own decision, while nobody was told; the document is held again by whoever does. */
export const withdrawDecision = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const desde = new Date(+ctx.services.now() - MINUTOS_PARA_DESHACER * MINUTE);
  const row = await lockDocumento(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (!(await undoDecision(trx, id, { por: ctx.actor.uid, desde }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.tarde);
  }
  await turnosDeDocumento.renew(trx, id, mine(ctx));
  await recordCambio(trx, 'documento.deshacer', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: DOCUMENTO.pasos.deshacer.a },
  });
};

/** The documents that wait for staff. */
export const revisionPendientes = queueOf({
  policy: canReviewDocumentos,
  count: countEspera,
  titulo: ['Documento por revisar', 'Documentos por revisar'],
  enlace: revisionPath,
  accion: 'Revisar',
});
