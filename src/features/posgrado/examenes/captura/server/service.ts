/** How the results of an exam are captured, by versions: from a file, or one by hand. */
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import {
  recordCambio,
  recordCambios,
  recordOnce,
  recordVistos,
} from '../../../../../platform/server/historial/index.ts';
import type { HojaContext, ImportRun } from '../../../../../platform/server/hojas/define.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { fold } from '../../../../../platform/shared/search.ts';
import { onlyAjenas, requireAjeno } from '../../../acceso/server/service.ts';
import { selectEtapas } from '../../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { CONVOCATORIA, SOLICITUD } from '../../../estados.ts';
import { readEnEtapa } from '../../../etapas/server/service.ts';
import type * as contract from '../../contract.ts';
import { MAX_DIFERENCIAS } from '../../contract.ts';
import { ERRORES_EXAMEN } from '../../errors.ts';
import { type Capturado, formatPuntos, situacionDe } from '../../rules.ts';
import {
  type EtapaRow,
  findNumero,
  selectDiferencias,
  selectPuntos,
  selectVersiones,
} from '../../server/data.ts';
import { holdExamen, requireEtapaDeExamen } from '../../server/service.ts';
import {
  deleteMotivo,
  type FilaImportada,
  findMotivo,
  findPersonaDe,
  insertCorreccion,
  insertVersion,
  type SolicitudRow,
  selectPorFolios,
  selectPorIds,
  updateCerrada,
  updateTerminada,
  upsertMotivo,
} from './data.ts';

type Context = { actor: Actor; services: Services };
type InputOf<C extends { input: import('zod').ZodType }> = import('zod').output<C['input']>;

/** Why no version may be made now, or null. */
export const porQueNo = ({
  convocatoria_estado,
  cerrada_en,
  publicada,
  correccion,
}: Pick<EtapaRow, 'convocatoria_estado' | 'cerrada_en' | 'publicada' | 'correccion'>) => {
  if (!CONVOCATORIA.can('concluir', convocatoria_estado)) return ERRORES_POSGRADO.concluida;
  if (cerrada_en === null || correccion !== null) return null;
  return publicada ? ERRORES_EXAMEN.publicada : ERRORES_EXAMEN.cerrada;
};

const requireAbierta = (etapa: EtapaRow): void => {
  const no = porQueNo(etapa);
  if (no) throw refuse('FAILED_PRECONDITION', no);
};

/** The stage, for staff who have no part in its call. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
const requireVisible = async (db: Db | Trx, actor: Actor, etapaId: string): Promise<EtapaRow> => {
  const etapa = await requireEtapaDeExamen(db, etapaId);
  await requireAjeno(db, actor, etapa.convocatoria_id);
  return etapa;
};

/** The applications that take part in a stage, by their ids. */
const readSolicitudesEn = async (
  db: Db | Trx,
  { id: etapaId, convocatoria_id: convocatoriaId }: Pick<EtapaRow, 'id' | 'convocatoria_id'>,
): Promise<Map<string, SolicitudRow>> => {
  const ids = await readEnEtapa(db, { convocatoriaId, etapaId });
  return new Map((await selectPorIds(db, [...ids])).map((row) => [row.id, row]));
};

const capturadoIn = (puntos: ReadonlyMap<string, number | null>, id: string): Capturado => {
  const found = puntos.get(id);
  return found === undefined ? null : { puntos: found };
};

/** The applications in a stage, and those with points that left it, with what the newest version says. */
const readFilas = async (db: Db | Trx, etapa: EtapaRow) => {
  const numero = await findNumero(db, etapa.id);
  const puntos = await selectPuntos(db, { etapaId: etapa.id, numero });
  const enEtapa = await readSolicitudesEn(db, etapa);
  const otras = await selectPorIds(
    db,
    [...puntos.keys()].filter((id) => !enEtapa.has(id)),
  );
  const filas = [...enEtapa.values(), ...otras].map((row) => ({
    ...row,
    enEtapa: enEtapa.has(row.id),
    capturado: capturadoIn(puntos, row.id),
  }));
  return { numero, filas };
};

/** Why a stage may not be closed now; null: it may, or it is closed. */
const porQueNoSeCierra = async (
  db: Db | Trx,
  etapa: EtapaRow,
  filas: readonly { enEtapa: boolean; capturado: Capturado }[],
): Promise<CallError | null> => {
  if (etapa.cerrada_en !== null) return null;
  const no = porQueNo(etapa);
  if (no) return refuse('FAILED_PRECONDITION', no);
  const etapas = await selectEtapas(db, etapa.convocatoria_id);
  const antes = etapas.filter(({ orden, tipo }) => orden < etapa.orden && tipo !== 'documental');
  if (antes.some(({ cerradaEn }) => cerradaEn === null)) {
    return refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.anterior);
  }
  const enEtapa = filas.filter((fila) => fila.enEtapa);
  if (enEtapa.length === 0) return refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.sinSolicitudes);
  const faltan = enEtapa.filter(({ capturado }) => capturado === null).length;
  if (faltan === 0) return null;
  const { code, message } = ERRORES_EXAMEN.faltan;
  const cuantas = faltan === 1 ? 'Falta 1 solicitud.' : `Faltan ${faltan} solicitudes.`;
  return new CallError('FAILED_PRECONDITION', `${message} ${cuantas}`, { code, faltan });
};

/** See `getExamenPosgrado`. */
export const readExamen = async (
  { etapaId }: InputOf<typeof contract.getExamen>,
  { actor, services: { db } }: Context,
) => {
  const etapa = await requireVisible(db, actor, etapaId);
  const { numero, filas } = await readFilas(db, etapa);
  const cuantasDe = (situacion: ReturnType<typeof situacionDe>) =>
    filas.filter(({ capturado }) => situacionDe(capturado) === situacion).length;
  return {
    etapa,
    noSeCaptura: porQueNo(etapa)?.message ?? null,
    noSeCierra: (await porQueNoSeCierra(db, etapa, filas))?.message ?? null,
    motivo: (await findMotivo(db, { etapaId, uid: actor.uid })) ?? '',
    numero,
    cuantas: {
      presentes: cuantasDe('presente'),
      ausentes: cuantasDe('ausente'),
      sinCapturar: cuantasDe('sinCapturar'),
    },
    versiones: await selectVersiones(db, etapaId),
  };
};

/** See `listPuntosExamenPosgrado`. */
export const readPuntos = async (
  input: InputOf<typeof contract.listPuntos>,
  { actor, services: { db } }: Context,
) => {
  const etapa = await requireVisible(db, actor, input.etapaId);
  const { numero, filas } = await readFilas(db, etapa);
  const words = fold(input.busqueda ?? '').replace(/[\s-]/g, '');
  const shown = filas
    .filter(({ folio, capturado }) => {
      const asked = input.situacion === undefined || situacionDe(capturado) === input.situacion;
      return asked && fold(folio).replaceAll('-', '').includes(words);
    })
    .sort((a, b) => {
      const before = a.folio.localeCompare(b.folio);
      if (input.orden === 'folio') return before;
      // Without points they stand at the end of the best first.
      const puntosDe = ({ capturado }: typeof a) => capturado?.puntos ?? -1;
      return puntosDe(a) - puntosDe(b) || before;
    });
  if (input.descendente) shown.reverse();
  const page = shown.slice((input.pagina - 1) * input.porPagina, input.pagina * input.porPagina);
  await recordVistos(
    db,
    'examen.consultar',
    page.map(({ persona_id }) => persona_id),
    { id: etapa.id, entidad: 'etapa' },
  );
  return { total: shown.length, filas: page, numero };
};

/** See `listDiferenciasExamenPosgrado`. */
export const readDiferencias = async (
  { etapaId, numero }: InputOf<typeof contract.listDiferencias>,
  { actor, services: { db } }: Context,
) => {
  const etapa = await requireVisible(db, actor, etapaId);
  const found = await selectDiferencias(db, { etapaId, numero, limite: MAX_DIFERENCIAS });
  await recordVistos(
    db,
    'examen.consultar',
    found.rows.map(({ persona_id }) => persona_id),
    { id: etapa.id, entidad: 'etapa' },
  );
  return found;
};

/** See `saveMotivoExamenPosgrado`. */
export const saveMotivo = async (
  trx: Trx,
  { etapaId, motivo }: InputOf<typeof contract.saveMotivo>,
  { actor, services }: Context,
): Promise<void> => {
  const etapa = await requireVisible(trx, actor, etapaId);
  requireAbierta(etapa);
  const row = { etapa_id: etapaId, guardado_por: actor.uid, motivo, creado_en: services.now() };
  await upsertMotivo(trx, row);
  await recordOnce(trx, 'examen.preparar', {
    id: etapaId,
    entidad: 'etapa',
    despues: { convocatoriaId: etapa.convocatoria_id },
    motivo,
  });
};

/** What an act leaves in the history: the version, and the points of each application that changed. */
const recordVersion = async (
  trx: Trx,
  accion: 'examen.importar' | 'examen.corregir',
  {
    examenId,
    etapa,
    numero,
    motivo,
    cambios,
    comun,
  }: {
    examenId: string;
    etapa: EtapaRow;
    numero: number;
    motivo: string;
    cambios: readonly { solicitud: SolicitudRow; antes: Capturado; puntos: number | null }[];
    comun: { actorUid?: string; peticionId?: string };
  },
): Promise<void> => {
  const despues = {
    convocatoriaId: etapa.convocatoria_id,
    etapa: etapa.nombre,
    version: numero,
    cambios: cambios.length,
  };
  await recordCambio(trx, accion, { id: examenId, despues, motivo, ...comun });
  // Not by its person: whoever is given what the history has of them would read points before the results.
  await recordCambios(
    trx,
    'examen.puntuar',
    cambios.map(({ solicitud, antes, puntos }) => ({
      id: solicitud.id,
      antes: antes && { puntos: formatPuntos(antes.puntos) },
      despues: { etapa: etapa.nombre, version: numero, puntos: formatPuntos(puntos) },
    })),
    { entidad: 'solicitud', motivo, ...comun },
  );
};

/** See `savePuntosExamenPosgrado`. Gives the number of the new version. */
export const savePuntos = async (
  trx: Trx,
  input: InputOf<typeof contract.savePuntos>,
  { actor, services }: Context,
): Promise<number> => {
  const { etapaId, solicitudId, puntos } = input;
  await holdExamen(trx, etapaId);
  const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
  await requireAjeno(trx, actor, etapa.convocatoria_id);
  requireAbierta(etapa);
  const solicitud = (await readSolicitudesEn(trx, etapa)).get(solicitudId);
  if (!solicitud) throw refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.fuera);
  const numero = await findNumero(trx, etapaId);
  const antes = capturadoIn(await selectPuntos(trx, { etapaId, numero }), solicitudId);
  const same = antes !== null && antes.puntos === puntos;
  // Sent twice, or its answer lost.
  if (same && numero === input.numero + 1) return numero;
  if (numero !== input.numero) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  if (same) throw refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.sinCambio);
  const row = {
    etapa_id: etapaId,
    numero: numero + 1,
    motivo: input.motivo,
    importado_por: actor.uid,
    creado_en: services.now(),
  };
  const examenId = await insertVersion(trx, row, [{ solicitudId, puntos }]);
  await recordVersion(trx, 'examen.corregir', {
    ...{ examenId, etapa, numero: row.numero, motivo: row.motivo, comun: {} },
    cambios: [{ solicitud, antes, puntos }],
  });
  return row.numero;
};

/** About whom the points of an application are. */
export const sujetoDePuntos = async (
  { solicitudId }: InputOf<typeof contract.savePuntos>,
  { services: { db } }: Pick<Context, 'services'>,
) => ({ personaIds: [await findPersonaDe(db, solicitudId)] });

/** Why nobody may import into a stage now, or null: it is closed, its importer has a part in its call, or wrote no reason. */
export const porQueNoSeImporta = async (
  db: Db | Trx,
  etapa: EtapaRow,
  actor: Actor | null,
): Promise<string | null> => {
  const suyas = [etapa.convocatoria_id];
  if (!actor || (await onlyAjenas(db, actor, suyas)).size === 0) {
    return ERRORES_POSGRADO.parte.message;
  }
  const no = porQueNo(etapa);
  if (no) return no.message;
  const motivo = await findMotivo(db, { etapaId: etapa.id, uid: actor.uid });
  return motivo === null ? ERRORES_EXAMEN.sinMotivo.message : null;
};

/** What is wrong with a folio in a row, or whose it is. */
export const readSolicitudesDeFolios = async (
  db: HojaContext['db'] | Trx,
  etapa: EtapaRow,
  folios: readonly string[],
): Promise<(folio: string) => SolicitudRow | string> => {
  const enEtapa = await readSolicitudesEn(db, etapa);
  const known = new Map((await selectPorFolios(db, folios)).map((row) => [row.folio, row]));
  return (folio) => {
    const row = known.get(folio);
    if (!row) return 'Ninguna solicitud tiene ese folio. Revise que esté bien escrito.';
    if (row.convocatoria_id !== etapa.convocatoria_id) {
      return 'Ese folio es de otra convocatoria.';
    }
    if (enEtapa.has(row.id)) return row;
    return SOLICITUD.can('noPasar', row.estado)
      ? 'Esa solicitud no llegó a esta etapa.'
      : `Esa solicitud ya no participa: está ${SOLICITUD.palabra(row.estado).toLowerCase()}.`;
  };
};

/** All that a file wrote becomes one version, with why its importer said. */
export const putVersion = async (
  trx: Trx,
  etapaId: string,
  { filas, run }: { filas: readonly FilaImportada[]; run: ImportRun },
): Promise<void> => {
  const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
  const numero = await findNumero(trx, etapaId);
  const antes = await selectPuntos(trx, { etapaId, numero });
  const solicitudes = new Map(
    (
      await selectPorIds(
        trx,
        filas.map(({ solicitudId }) => solicitudId),
      )
    ).map((row) => [row.id, row]),
  );
  const who = { etapaId, uid: run.actorUid };
  const motivo = (await findMotivo(trx, who)) ?? 'Importación';
  const row = {
    ...{ etapa_id: etapaId, numero: numero + 1, motivo },
    ...{ importado_por: run.actorUid, creado_en: run.now },
  };
  const examenId = await insertVersion(trx, row, filas);
  await deleteMotivo(trx, who);
  await recordVersion(trx, 'examen.importar', {
    ...{ examenId, etapa, numero: row.numero, motivo },
    comun: { actorUid: run.actorUid, peticionId: run.id },
    cambios: filas.flatMap(({ solicitudId, puntos }) => {
      const solicitud = solicitudes.get(solicitudId);
      return solicitud ? [{ solicitud, antes: capturadoIn(antes, solicitudId), puntos }] : [];
    }),
  });
};

/** The list of a stage to be filled in, with what the newest version says unless it is asked for blank. */
export const readParaExportar = async (
  db: Db,
  etapaId: string,
  { actor, enBlanco }: { actor: Actor | null; enBlanco: boolean },
) => {
  const etapa = await requireEtapaDeExamen(db, etapaId);
  if (!actor) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  await requireAjeno(db, actor, etapa.convocatoria_id);
  const { filas } = await readFilas(db, etapa);
  return filas
    .filter(({ enEtapa, capturado }) => enEtapa || (!enBlanco && capturado !== null))
    .sort((a, b) => a.folio.localeCompare(b.folio))
    .map(({ folio, persona_id, capturado }) => ({
      personaId: persona_id,
      folio: groupByFour(folio),
      puntos:
        enBlanco || capturado === null
          ? null
          : capturado.puntos === null
            ? 'NP'
            : capturado.puntos / 100,
    }));
};

/** See `endExamenPosgrado`. */
export const endExamen = async (
  trx: Trx,
  { etapaId, numero }: InputOf<typeof contract.endExamen>,
  { actor, services }: Context,
): Promise<Date> => {
  await holdExamen(trx, etapaId);
  const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
  await requireAjeno(trx, actor, etapa.convocatoria_id);
  // Sent twice, or its answer lost.
  if (etapa.cerrada_en !== null) return etapa.cerrada_en;
  const found = await readFilas(trx, etapa);
  const no = await porQueNoSeCierra(trx, etapa, found.filas);
  if (no) throw no;
  if (found.numero !== numero) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  const en = services.now();
  await updateCerrada(trx, etapaId, { por: actor.uid, en });
  await recordCambio(trx, 'examen.cerrar', {
    id: etapaId,
    entidad: 'etapa',
    despues: { convocatoriaId: etapa.convocatoria_id, version: numero },
  });
  return en;
};

/** See `startCorreccionExamenPosgrado`. */
export const startCorreccion = async (
  trx: Trx,
  { etapaId, motivo }: InputOf<typeof contract.startCorreccion>,
  { actor, services }: Context,
): Promise<void> => {
  const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
  await requireAjeno(trx, actor, etapa.convocatoria_id);
  if (etapa.correccion !== null) return;
  if (!CONVOCATORIA.can('concluir', etapa.convocatoria_estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
  }
  if (etapa.cerrada_en === null) throw refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.abierta);
  if (etapa.aprobada) throw refuse('FAILED_PRECONDITION', ERRORES_EXAMEN.conRanking);
  const row = { etapa_id: etapaId, motivo, abierta_por: actor.uid, creado_en: services.now() };
  if (!(await insertCorreccion(trx, row))) return;
  await recordCambio(trx, 'examen.abrirCorreccion', {
    id: etapaId,
    entidad: 'etapa',
    despues: { convocatoriaId: etapa.convocatoria_id },
    motivo,
  });
};

/** See `endCorreccionExamenPosgrado`. */
export const endCorreccion = async (
  trx: Trx,
  { etapaId }: InputOf<typeof contract.endCorreccion>,
  { actor, services }: Context,
): Promise<void> => {
  await holdExamen(trx, etapaId);
  const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
  await requireAjeno(trx, actor, etapa.convocatoria_id);
  const acto = { por: actor.uid, en: services.now() };
  if (!(await updateTerminada(trx, etapaId, acto))) return;
  await recordCambio(trx, 'examen.terminarCorreccion', {
    id: etapaId,
    entidad: 'etapa',
    despues: { convocatoriaId: etapa.convocatoria_id, version: await findNumero(trx, etapaId) },
  });
};
