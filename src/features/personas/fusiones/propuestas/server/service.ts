import type { Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import type { Plan } from '../../../clave/ensayo/server/service.ts';
import type { CampoNombre } from '../../../clave/rules.ts';
import type { Context } from '../../../clave/seguidores/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { venceFusion } from '../../rules.ts';
import { closeFusion, expireFusiones, insertFusion } from '../../server/data.ts';

type Fusionada = { id: string; anterior_id: string; persona_id: string };

/** What becomes of a proposed merge, for the history: both people find it in their file. */
export const recordFusion = (
  trx: Trx,
  { id, anterior_id, persona_id }: Fusionada,
  accion: 'proponer' | 'confirmar' | 'rechazar' | 'cancelar' | 'anular' | 'vencer',
  {
    actorUid,
    motivo,
    ...despues
  }: { actorUid?: null; motivo?: string; [dato: string]: unknown } = {},
): Promise<void> =>
  recordCambio(trx, `fusion.${accion}`, {
    id,
    actorUid,
    despues: { personas: [anterior_id, persona_id], ...despues },
    motivo,
  });

/** Ends the proposals (of one file, or all) whose days are over. */
export const endVencidas = async (trx: Trx, ahora: Date, anteriorId?: string): Promise<number> => {
  const vencidas = await expireFusiones(trx, ahora, anteriorId);
  for (const row of vencidas) await recordFusion(trx, row, 'vencer', { actorUid: null });
  return vencidas.length;
};

/** Which names of the file that goes are kept, and why the two are one person. */
export type Pedido = { tomar: readonly CampoNombre[]; motivo: string };

/** Leaves a merge for somebody else to confirm; one's own earlier proposal of that file is replaced. */
export const proposeFusion = async (
  trx: Trx,
  { de, ensayo }: Plan,
  a: string,
  { tomar, motivo }: Pedido,
  { actor, services }: Context,
): Promise<string> => {
  const ahora = services.now();
  const { propuesta } = ensayo;
  if (propuesta && !propuesta.esSuya) {
    const { code, message } = ERRORES.yaPropuesta;
    throw new CallError('ALREADY_EXISTS', message, { code, id: propuesta.id });
  }
  if (propuesta) {
    await closeFusion(trx, propuesta.id, 'cancelar', { por: actor.uid, motivo: null, en: ahora });
  }
  await endVencidas(trx, ahora, de);
  const id = await insertFusion(trx, {
    anteriorId: de,
    personaId: a,
    tomar,
    motivo,
    huella: ensayo.huella,
    propuestaPor: actor.uid,
    propuestaEn: ahora,
    venceEn: venceFusion(ahora),
  });
  await recordFusion(trx, { id, anterior_id: de, persona_id: a }, 'proponer', {
    motivo,
    nombresTomados: tomar,
    ...(propuesta && { reemplaza: propuesta.id }),
  });
  return id;
};
