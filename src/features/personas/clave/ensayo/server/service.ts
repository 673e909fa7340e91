import { createHash } from 'node:crypto';
import { isConflict, type Trx } from '../../../../../platform/server/db/index.ts';
import { recordOnce } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { type CurpReading, explainCurp, normalizeCurp, parseCurp } from '../../../curp/rules.ts';
import { findPendienteDe, hasSegundaPersona } from '../../../fusiones/server/data.ts';
import { findPersonaByClave } from '../../../server/data.ts';
import type { Ensayo } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import { isClaveSinCurp } from '../../rules.ts';
import type { Context, Par, Seguidor, Seguimiento } from '../../seguidores/server/service.ts';
import { type PersonaRow, selectPar } from '../../server/data.ts';
import { presentEnsayo } from '../../server/present.ts';

/** What a CURP says. @throws {CallError} INVALID_ARGUMENT with what is wrong with it. */
export const requireCurp = (text: string, today: Date): CurpReading => {
  const reading = parseCurp(text, today);
  if (reading.ok) return reading;
  const message = explainCurp(reading);
  throw new CallError('INVALID_ARGUMENT', message, { code: 'curp', fields: { curp: message } });
};

export type Plan = Par & {
  /** What the CURP says; null when the file that takes the other in has none. */
  reading: CurpReading | null;
  anterior: PersonaRow;
  actual: PersonaRow | undefined;
  ensayo: Ensayo;
};

/**
 * The two files and all that hangs from them, and what would become of it; `lock` holds it until the
 * transaction ends.
 */
export const planCurp = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string },
  { actor, services }: { actor: Pick<Actor, 'uid'>; services: Pick<Services, 'now'> },
  lock: boolean,
): Promise<Plan> => {
  const clave = normalizeCurp(input.clave);
  const destino = normalizeCurp(input.curp);
  // Another file without CURP: the two are one, whichever CURP they have.
  const reading = isClaveSinCurp(destino) ? null : requireCurp(input.curp, services.now());
  const { anterior, actual } = await selectPar(trx, clave, reading?.curp ?? destino, lock);
  if (!anterior) {
    // An earlier key: somebody has just done it.
    if (await findPersonaByClave(trx, clave)) throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  if (!actual && reading === null) throw refuse('NOT_FOUND', ERRORES.noExiste);
  // Who has a CURP gets no other; their file may be made one with another that has one.
  if (anterior.curp !== null && !actual?.curp) {
    throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
  }
  const par = { de: anterior.id, a: actual?.id ?? null };
  const seguimientos: Seguimiento[] = [];
  for (const { look } of seguidores) if (look) seguimientos.push(await look(trx, par, lock));
  const all = (key: 'siguen' | 'descartados' | 'impedimentos') =>
    seguimientos.flatMap((seguimiento) => seguimiento[key] ?? []);
  const correos = new Map(seguimientos.flatMap((s) => [...(s.correos ?? [])]));
  const huella = createHash('sha256')
    .update(JSON.stringify([reading?.curp ?? destino, anterior, actual ?? null, seguimientos]))
    .digest('base64url');
  const propuesta = await findPendienteDe(trx, anterior.id, services.now());
  const ensayo = presentEnsayo({
    reading,
    anterior,
    actual,
    correos,
    segundaPersona:
      actual !== undefined && (await hasSegundaPersona(trx, actor.uid, [anterior.id, actual.id])),
    propuesta: propuesta
      ? { id: propuesta.id, esSuya: propuesta.propuesta_por === actor.uid }
      : null,
    siguen: all('siguen'),
    descartados: all('descartados'),
    impedimentos: all('impedimentos'),
    huella,
  });
  return { ...par, reading, anterior, actual, ensayo };
};

/** @throws {CallError} FAILED_PRECONDITION with the first reason why it cannot be done. */
export const requireSinImpedimentos = ({ impedimentos: [impedimento] }: Ensayo): void => {
  if (impedimento) {
    throw refuse('FAILED_PRECONDITION', { ...ERRORES.impedido, message: impedimento });
  }
};

/** The file that is to get a CURP, and the one that has it. */
export const sujeto = async (
  { clave, curp }: { clave: string; curp: string },
  { services }: Context,
) => {
  const personas = await Promise.all(
    [clave, curp].map((text) => findPersonaByClave(services.db, normalizeCurp(text))),
  );
  return { personaIds: personas.map((persona) => persona?.id) };
};

/** What would happen, and that somebody looked at it: both people find it in their file. */
export const rehearse = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string },
  ctx: Context,
): Promise<Ensayo> => {
  const { de, a, ensayo } = await planCurp(trx, seguidores, input, ctx, false);
  for (const id of a === null ? [de] : [de, a]) {
    await recordOnce(trx, 'persona.ensayarCurp', { id });
  }
  return ensayo;
};

/** What failed while two files were held; that somebody wrote something of them at this very moment, in words. */
export const refuseChanged = (error: unknown): unknown =>
  isConflict(error) ? refuse('ABORTED', ERRORES.cambio) : error;
