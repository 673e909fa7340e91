/** Conflicts that staff resolve or register, and those that are looked for every night. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { recordCambio, recordVistos } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../../platform/shared/ids.ts';
import { onlyAjenas } from '../../../acceso/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { IMPEDIMENTO } from '../../../estados.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { convocatoriaPath } from '../../../routes.ts';
import { selectVivasDe } from '../../asignacion/server/data.ts';
import {
  annulHuerfanas,
  refreshImpedimentos,
  replaceAsignaciones,
  settleEtapa,
} from '../../asignacion/server/service.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import {
  readEtapasEvaluadas,
  removeImposibles,
  requireEvaluadorById,
} from '../../evaluadores/server/service.ts';
import {
  countPorResolver,
  type ImpedimentoRow,
  selectImpedimentos,
  updateResuelto,
} from '../../impedimentos/server/data.ts';
import { saveImpedimentos } from '../../impedimentos/server/service.ts';
import { type Acto, requireEtapaEvaluada } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import { findPorFolio, selectConvocatoriasConEvaluadores } from './data.ts';

/** Of a call; who looks is left in the history of those whose they are. */
export const readImpedimentos = async (
  db: Db,
  convocatoriaId: string,
): Promise<ImpedimentoRow[]> => {
  const rows = await selectImpedimentos(db, { convocatoriaId });
  await recordVistos(
    db,
    'impedimento.listar',
    rows.flatMap(({ aspirante_id, evaluador_persona_id }) => [aspirante_id, evaluador_persona_id]),
    { id: convocatoriaId, entidad: 'convocatoria' },
  );
  return rows;
};

/** @throws {CallError} NOT_FOUND (`impedimento-no-existe`) */
export const requireImpedimento = async (db: Db | Trx, id: string): Promise<ImpedimentoRow> => {
  const [row] = await selectImpedimentos(db, { id });
  if (!row) throw refuse('NOT_FOUND', ERRORES.impedimentoNoExiste);
  return row;
};

/** Annuls and replaces all that is live of a pair; gives how many there were. */
export const impedirPareja = async (
  trx: Trx,
  pareja: { evaluadorId: string; solicitudId: string },
  motivo: string,
  acto: Acto,
): Promise<number> => {
  const rows = await selectVivasDe(trx, pareja);
  return (await replaceAsignaciones(trx, rows, { motivo, cuales: 'vivas' }, acto)).anuladas;
};

/** Confirms or discards one. See `decideImpedimento`. */
export const decideImpedimento = async (
  trx: Trx,
  { id, confirma, motivo }: z.output<typeof contract.decideImpedimento.input>,
  acto: Acto & { por: string },
): Promise<number> => {
  const row = await requireImpedimento(trx, id);
  const paso = confirma ? 'confirmar' : 'descartar';
  const dicho = { por: acto.por, en: acto.services.now(), resolucion: motivo };
  if (!(await updateResuelto(trx, id, paso, dicho))) {
    throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  }
  const pareja = { evaluadorId: row.evaluador_id, solicitudId: row.solicitud_id };
  const anuladas = confirma
    ? await impedirPareja(trx, pareja, 'Se confirmó un impedimento.', acto)
    : 0;
  await recordCambio(trx, `impedimento.${paso}`, {
    id,
    actorUid: acto.por,
    antes: { estado: row.estado },
    despues: { estado: IMPEDIMENTO.pasos[paso].a, tipo: row.tipo },
    motivo,
  });
  return anuladas;
};

/** Registers one that no file says. See `createImpedimento`. */
export const createImpedimento = async (
  trx: Trx,
  { evaluadorId, folio, motivo }: z.output<typeof contract.createImpedimento.input>,
  acto: Acto & { por: string },
): Promise<{ id: string; anuladas: number }> => {
  const { convocatoria_id } = await requireEvaluadorById(trx, evaluadorId);
  const solicitud = await findPorFolio(trx, convocatoria_id, normaliseCrockford(folio));
  if (!solicitud) throw refuse('NOT_FOUND', ERRORES.solicitudNoEsta);
  const pareja = { evaluadorId, solicitudId: solicitud.id };
  const estado = IMPEDIMENTO.pasos.impedir.a;
  const [written] = await saveImpedimentos(
    trx,
    [{ ...pareja, tipo: 'recusado', detalle: motivo, estado }],
    acto,
  );
  if (!written) throw refuse('ALREADY_EXISTS', ERRORES.impedimentoYaEsta);
  return {
    id: written.id,
    anuladas: await impedirPareja(trx, pareja, 'Se registró un impedimento.', acto),
  };
};

/** About whom resolving one is. */
export const sujetoDeImpedimento = async (
  { id }: { id: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
) => {
  const [row] = await selectImpedimentos(db, { id });
  return { personaIds: [row?.evaluador_persona_id, row?.aspirante_id] };
};

/** Every night, of every call in force: who may not evaluate any more, new conflicts, what nobody evaluates, disagreements. */
export const refreshConvocatorias = async (services: Services): Promise<void> => {
  const acto = { services, por: null };
  for (const convocatoriaId of await selectConvocatoriasConEvaluadores(services.db)) {
    await services.db.transaction().execute(async (trx) => {
      await annulHuerfanas(trx, convocatoriaId, acto);
      await removeImposibles(trx, convocatoriaId, acto);
      await refreshImpedimentos(trx, convocatoriaId, acto);
      for (const { id, cerradaEn } of await readEtapasEvaluadas(trx, convocatoriaId)) {
        if (cerradaEn === null) await settleEtapa(trx, await requireEtapaEvaluada(trx, id), acto);
      }
    });
  }
};

/** Conflicts that wait for staff, of the calls in which the actor takes no part. */
export const impedimentosPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canManagePosgrado,
  async find(db, { actor }) {
    const rows = await countPorResolver(db);
    if (rows.length === 0) return [];
    const ajenas = await onlyAjenas(
      db,
      actor,
      rows.map(({ convocatoria_id }) => convocatoria_id),
    );
    return rows
      .filter(({ convocatoria_id }) => ajenas.has(convocatoria_id))
      .map(({ edicion_id, n, desde }) => ({
        titulo: n === 1 ? 'Impedimento por resolver' : 'Impedimentos por resolver',
        cuantos: n,
        enlace: convocatoriaPath(edicion_id, 'evaluacion'),
        accion: 'Resolver',
        espera: desde,
      }));
  },
};
