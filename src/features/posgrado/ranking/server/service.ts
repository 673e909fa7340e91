/** Rankings of a call: what they are computed from, computing them, and reading them. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { digestJsonb, writeJsonb } from '../../../../platform/server/db/jsonb.ts';
import { recordCambio, recordVistos } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import { searchIn } from '../../../../platform/shared/search.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { readPersonaIdOf } from '../../../identidad/cuentas/server/service.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import { readPublicada } from '../../../plantillas/server/reading.ts';
import { requireAjeno, requireOtraPersona } from '../../acceso/server/service.ts';
import type { Etapa } from '../../convocatorias/contract.ts';
import {
  type ConvocatoriaRow,
  requireConvocatoria,
  selectEtapas,
} from '../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { CONVOCATORIA, type EstadoSolicitud, RANKING, SOLICITUD } from '../../estados.ts';
import { DICTAMEN, TIPOS_CON_DICTAMEN } from '../../evaluacion/contract.ts';
import { maximoDe, puntosDeDictamen } from '../../evaluacion/rules.ts';
import { canDecidePosgrado } from '../../policy.ts';
import type * as contract from '../contract.ts';
import {
  type CupoContado,
  ENTRADAS,
  type Entradas,
  type EtapaContada,
  type FilaRanking,
  type Puntos,
  RESULTADO,
  type ResultadoRanking,
} from '../contract.ts';
import { ERRORES_RANKING as ERRORES } from '../errors.ts';
import {
  compararRankings,
  FORMULA,
  ordenar,
  publicarDesde,
  puntosQueFaltan,
  quitaLugares,
} from '../rules.ts';
import {
  type ConcursanteRow,
  countPorEvaluar,
  type EntregaRow,
  findRanking,
  findRankingLigero,
  hasCorreccionAbierta,
  insertRanking,
  type RankingEnteroRow,
  type RankingRow,
  replaceRanking,
  selectAusencias,
  selectConcursantes,
  selectEntregas,
  selectNombres,
  selectPuntosDeExamen,
  selectRankings,
  selectUltimosExamenes,
  updateAprobado,
} from './data.ts';

export { findPublicado, findRanking, type RankingEnteroRow, type RankingRow } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Longest time between the approval and the publication. */
const MAX_ESPERA_MS = 366 * 86_400_000;

/** The draw of a folio: SHA-256 (hex) of the secret's text followed by the folio. */
export const sorteoCon =
  (secreto: string) =>
  (folio: string): string =>
    createHash('sha256').update(`${secreto}${folio}`).digest('hex');

/** SHA-256 (hex) of a secret's text, which is published before anybody applies. */
export const compromisoDe = (secreto: string): string =>
  createHash('sha256').update(secreto).digest('hex');

/** The digest of a ranking: of its inputs without the secret, and of its result. */
export const sha256De = (entradas: Entradas, resultado: ResultadoRanking): string =>
  digestJsonb([
    ENTRADAS.stored({ ...entradas, sorteo: { ...entradas.sorteo, secreto: null } }),
    RESULTADO.stored(resultado),
  ]);

/** The secret of a call's draw. @throws {CallError} FAILED_PRECONDITION (`ranking-sorteo`): it is not the one committed to. */
export const openSecreto = (
  secrets: Secrets,
  { sorteo_hash, sorteo_secreto }: Pick<ConvocatoriaRow, 'sorteo_hash' | 'sorteo_secreto'>,
): string => {
  const secreto = sorteo_secreto === null ? null : secrets.open(sorteo_secreto);
  if (secreto === null || compromisoDe(secreto) !== sorteo_hash) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sorteo);
  }
  return secreto;
};

/** The quotas of a call's version, in the order in which its bases say that they are filled. */
export const readCupos = async (
  db: Db | Trx,
  { solicitud_version_id, bases }: ConvocatoriaRow,
): Promise<{ cupos: CupoContado[]; conEspera: boolean }> => {
  const reparto = repartoDe(await readPublicada(db as Db, solicitud_version_id!));
  const lugarDe = ({ clave }: { clave: string }) => {
    const at = bases.ordenDeCupos.indexOf(clave);
    return at === -1 ? bases.ordenDeCupos.length : at;
  };
  return {
    cupos: reparto.cupos
      .map(({ clave, nombre, lugares, liberaDias }) => ({ clave, nombre, lugares, liberaDias }))
      .toSorted((a, b) => lugarDe(a) - lugarDe(b)),
    conEspera: hasEspera(reparto),
  };
};

const llaveDe = (etapaId: string, solicitudId: string) => `${etapaId} ${solicitudId}`;

/** Where the points of an application come from. */
type Fuentes = {
  readonly entregas: ReadonlyMap<string, readonly EntregaRow[]>;
  readonly examenes: ReadonlyMap<string, { readonly puntos: number | null }>;
  readonly ausencias: ReadonlySet<string>;
};

const isDictaminada = ({ tipo }: Pick<Etapa, 'tipo'>): boolean =>
  TIPOS_CON_DICTAMEN.some((one) => one === tipo);

/**
 * The points of these stages as they are kept now: delivered scores that count, and the newest version of each exam. With `de`, those that a
 * ranking was computed from: the same assignments, whatever became of them, and the same versions.
 */
const readFuentes = async (
  db: Db | Trx,
  etapas: readonly Pick<Etapa, 'id' | 'tipo'>[],
  de: Entradas | null,
): Promise<{ fuentes: Fuentes; numeros: ReadonlyMap<string, number> }> => {
  const dictaminadas = etapas.filter(isDictaminada).map(({ id }) => id);
  const examenes = etapas.filter(({ tipo }) => tipo === 'examen').map(({ id }) => id);
  const ids =
    de?.solicitudes.flatMap(({ puntos }) =>
      puntos.flatMap((one) =>
        one?.tipo === 'dictamenes' ? one.dictamenes.map(({ asignacionId }) => asignacionId) : [],
      ),
    ) ?? null;
  const versiones = de
    ? de.etapas.flatMap(({ id, examen }) =>
        examen === null ? [] : [{ etapaId: id, numero: examen }],
      )
    : (await selectUltimosExamenes(db, examenes)).map(({ etapa_id, numero }) => ({
        etapaId: etapa_id,
        numero,
      }));
  const entregas = await selectEntregas(db, dictaminadas, ids);
  const puntos = await selectPuntosDeExamen(db, versiones);
  const ausencias = await selectAusencias(db, dictaminadas);
  return {
    fuentes: {
      entregas: Map.groupBy(entregas, (one) => llaveDe(one.etapa_id, one.solicitud_id)),
      examenes: new Map(
        puntos.map(({ etapa_id, solicitud_id, puntos: dados }) => [
          llaveDe(etapa_id, solicitud_id),
          { puntos: dados },
        ]),
      ),
      ausencias: new Set(
        ausencias.map(({ etapa_id, solicitud_id }) => llaveDe(etapa_id, solicitud_id)),
      ),
    },
    numeros: new Map(versiones.map(({ etapaId, numero }) => [etapaId, numero])),
  };
};

/** The raw points of an application in a stage; null: nothing was said of it. */
const puntosEn = (etapa: Etapa, solicitudId: string, fuentes: Fuentes): Puntos | null => {
  const llave = llaveDe(etapa.id, solicitudId);
  if (etapa.tipo === 'examen') {
    const dados = fuentes.examenes.get(llave);
    if (!dados) return null;
    return dados.puntos === null
      ? { tipo: 'ausente' }
      : { tipo: 'examen', centesimas: dados.puntos };
  }
  const entregas = fuentes.entregas.get(llave) ?? [];
  if (entregas.length === 0) return fuentes.ausencias.has(llave) ? { tipo: 'ausente' } : null;
  return {
    tipo: 'dictamenes',
    dictamenes: entregas.map(({ id, tercera, dictamen }) => ({
      asignacionId: id,
      puntos: puntosDeDictamen(etapa.criterios, DICTAMEN.read(dictamen)),
      tercera,
    })),
    maximo: maximoDe(etapa.criterios),
  };
};

const etapaContada = (
  { id, nombre, tipo, peso, minimo, corte }: Etapa,
  numeros: ReadonlyMap<string, number>,
): EtapaContada => ({ id, nombre, tipo, peso, minimo, corte, examen: numeros.get(id) ?? null });

/** What the ranking of a call would be computed from now. */
export const readEntradas = async (
  db: Db | Trx,
  convocatoria: ConvocatoriaRow,
): Promise<Entradas> => {
  const etapas = await selectEtapas(db, convocatoria.id);
  const { fuentes, numeros } = await readFuentes(db, etapas, null);
  const concursantes = await selectConcursantes(db, convocatoria.id);
  const contada = (row: ConcursanteRow) => ({
    id: row.id,
    folio: row.folio,
    cupos: row.cupos,
    afirmativa: row.afirmativa,
    antiguedadDias: row.antiguedad_dias,
    excluida: row.excluida,
    conserva: SOLICITUD.is('conResultado', row.estado),
    puntos: etapas.map((etapa) => puntosEn(etapa, row.id, fuentes)),
  });
  return {
    formula: convocatoria.formula,
    etapas: etapas.map((etapa) => etapaContada(etapa, numeros)),
    desempates: convocatoria.bases.desempates,
    orden: convocatoria.bases.cupos,
    ...(await readCupos(db, convocatoria)),
    lugares: convocatoria.edicion_cupo,
    sorteo: { hash: convocatoria.sorteo_hash!, secreto: null },
    solicitudes: concursantes.map(contada),
  };
};

/** The same inputs with the points, weights and facts that are kept now of their sources: what a recomputation compares. */
export const readEntradasDeFuentes = async (
  db: Db | Trx,
  entradas: Entradas,
  convocatoriaId: string,
): Promise<Entradas> => {
  const etapas = await selectEtapas(db, convocatoriaId);
  const { fuentes, numeros } = await readFuentes(db, etapas, entradas);
  const hoy = new Map(
    (
      await selectConcursantes(
        db,
        convocatoriaId,
        entradas.solicitudes.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const porId = new Map(etapas.map((etapa) => [etapa.id, etapa]));
  return {
    ...entradas,
    etapas: entradas.etapas.map((una) => {
      const etapa = porId.get(una.id);
      return etapa ? etapaContada(etapa, numeros) : una;
    }),
    solicitudes: entradas.solicitudes.map((una) => {
      const row = hoy.get(una.id);
      return {
        ...una,
        ...(row && {
          folio: row.folio,
          cupos: row.cupos,
          afirmativa: row.afirmativa,
          antiguedadDias: row.antiguedad_dias,
        }),
        puntos: entradas.etapas.map(({ id }) => {
          const etapa = porId.get(id);
          return etapa ? puntosEn(etapa, una.id, fuentes) : null;
        }),
      };
    }),
  };
};

/** Whether two inputs are the same, whatever is known of the secret. */
export const sonIguales = (a: Entradas, b: Entradas): boolean => {
  const escritas = (one: Entradas) =>
    writeJsonb({ ...one, sorteo: { ...one.sorteo, secreto: null } });
  return escritas(a) === escritas(b);
};

/** Why no ranking of a call may be computed now, of what costs little to know; null: one may. */
const porQueNoSeCalcula = async (
  db: Db | Trx,
  { convocatoria, ahora }: { convocatoria: ConvocatoriaRow; ahora: Date },
): Promise<CallError | null> => {
  const { id, estado, solicitud_cierra } = convocatoria;
  if (!CONVOCATORIA.can('concluir', estado)) {
    return refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
  }
  if (solicitud_cierra > ahora || (await countPorEvaluar(db, id)) > 0) {
    return refuse('FAILED_PRECONDITION', ERRORES.sinCerrar);
  }
  const conPuntos = (await selectEtapas(db, id)).filter(({ tipo }) => tipo !== 'documental');
  const abiertas = conPuntos.filter(({ cerradaEn }) => cerradaEn === null);
  if (abiertas.length > 0) {
    const { code, message } = ERRORES.etapasAbiertas;
    const cuales = abiertas.map(({ nombre }) => quoted(nombre)).join(', ');
    return new CallError('FAILED_PRECONDITION', `${message} Abiertas: ${cuales}.`, { code });
  }
  if (conPuntos.reduce((sum, { peso }) => sum + peso, 0) !== 100) {
    return refuse('FAILED_PRECONDITION', ERRORES.pesos);
  }
  return null;
};

/** @throws {CallError} FAILED_PRECONDITION (`ranking-faltan-puntos`) */
const requirePuntos = (entradas: Entradas): void => {
  const faltan = puntosQueFaltan(entradas);
  if (faltan.length === 0) return;
  const { code, message } = ERRORES.faltanPuntos;
  const nombres = new Map(entradas.etapas.map(({ id, nombre }) => [id, nombre]));
  const cuales = faltan.map(({ etapaId, folios }) => {
    const [primeros, otros] = [folios.slice(0, 5).join(', '), folios.length - 5];
    return `${quoted(nombres.get(etapaId)!)}: ${primeros}${otros > 0 ? ` y ${otros} más` : ''}.`;
  });
  throw new CallError('FAILED_PRECONDITION', [message, ...cuales].join(' '), { code, faltan });
};

/** Computes a ranking of a call. See `createRankingPosgrado`. */
export const calculateRanking = async (
  trx: Trx,
  { convocatoriaId, motivo }: z.output<typeof contract.createRanking.input>,
  { actor, services }: Context,
): Promise<{ id: string; numero: number }> => {
  await requireAjeno(trx, actor, convocatoriaId);
  const convocatoria = await requireConvocatoria(trx, { id: convocatoriaId }, { lock: true });
  const ahora = services.now();
  const porque = await porQueNoSeCalcula(trx, { convocatoria, ahora });
  if (porque) throw porque;
  const rankings = await selectRankings(trx, convocatoriaId);
  const publicado = rankings.find(({ estado }) => estado === 'publicado');
  if (publicado && motivo === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinMotivo);
  const anterior = rankings.find(({ estado }) => RANKING.is('enCurso', estado));
  if (anterior?.estado === 'aprobado') throw refuse('FAILED_PRECONDITION', ERRORES.yaAprobado);
  const secreto = openSecreto(services.secrets, convocatoria);
  const entradas = await readEntradas(trx, convocatoria);
  requirePuntos(entradas);
  const resultado = ordenar(entradas, sorteoCon(secreto));
  const sha256 = sha256De(entradas, resultado);
  if (anterior?.sha256 === sha256 && anterior.motivo === motivo) return anterior;
  if (anterior) {
    await endRanking(trx, anterior, { accion: 'ranking.sustituir', en: ahora, motivo: null });
  }
  const nuevo = await insertRanking(trx, {
    convocatoria_id: convocatoriaId,
    formula: FORMULA,
    entradas: ENTRADAS.write(entradas),
    resultado: RESULTADO.write(resultado),
    ...{ sha256, motivo, calculado_por: actor.uid, creado_en: ahora },
  });
  await recordCambio(trx, 'ranking.calcular', {
    id: nuevo.id,
    despues: {
      ...{ estado: RANKING.pasos.calcular.a, numero: nuevo.numero, convocatoriaId },
      ...{ sha256, formula: FORMULA },
    },
    motivo,
  });
  return nuevo;
};

/** A ranking. @throws {CallError} NOT_FOUND (`ranking-no-existe`) */
const requireRanking = async (trx: Trx, id: string): Promise<RankingEnteroRow> => {
  const row = await findRanking(trx, id, { lock: true });
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/**
 * The call of a ranking and then the ranking, both held: whoever publishes, approves or computes holds the call first.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`)
 */
const holdRanking = async (trx: Trx, id: string, { actor }: Pick<Context, 'actor'>) => {
  const ligero = await findRankingLigero(trx, id);
  if (!ligero) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await requireAjeno(trx, actor, ligero.convocatoria_id);
  const convocatoria = await requireConvocatoria(
    trx,
    { id: ligero.convocatoria_id },
    { lock: true },
  );
  return { convocatoria, row: await requireRanking(trx, id) };
};

/** Present states of the applications of a ranking, by their ids. */
export const readEstados = async (
  db: Db | Trx,
  convocatoriaId: string,
  { filas }: ResultadoRanking,
): Promise<ReadonlyMap<string, ConcursanteRow>> => {
  const ids = filas.map(({ id }) => id);
  return new Map((await selectConcursantes(db, convocatoriaId, ids)).map((row) => [row.id, row]));
};

/** @throws {CallError} INVALID_ARGUMENT */
const requireMomento = (
  { publicarEn, adelanto }: { publicarEn: Date; adelanto: string | null },
  { ahora, resultadosEn }: { ahora: Date; resultadosEn: Date },
): void => {
  const { minimo, sinMotivo } = publicarDesde(ahora, resultadosEn);
  const dice = ({ code, message }: { code: string; message: string }, campo: string) =>
    new CallError('INVALID_ARGUMENT', message, { code, fields: { [campo]: message } });
  if (publicarEn < minimo) throw dice(ERRORES.muyPronto, 'publicarEn');
  if (publicarEn.getTime() > ahora.getTime() + MAX_ESPERA_MS) {
    throw dice(ERRORES.muyTarde, 'publicarEn');
  }
  if (publicarEn < sinMotivo && adelanto === null) throw dice(ERRORES.antesDeFecha, 'adelanto');
};

/** Approves a ranking, and says when it is published. See `publishRankingPosgrado`. */
export const approveRanking = async (
  trx: Trx,
  { id, publicarEn, adelanto }: z.output<typeof contract.publishRanking.input>,
  { actor, services, receivedAt }: Context & { receivedAt: Date },
): Promise<Date> => {
  const { convocatoria, row } = await holdRanking(trx, id, { actor });
  const en = new Date(publicarEn);
  const repetida = row.aprobado_por === actor.uid && row.publicar_en?.getTime() === en.getTime();
  if (row.estado === RANKING.pasos.aprobar.a && repetida) return en;
  if (!RANKING.can('aprobar', row.estado)) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  await requireOtraPersona(trx, actor, row.calculado_por);
  requireMomento(
    { publicarEn: en, adelanto },
    { ahora: receivedAt, resultadosEn: convocatoria.resultados_en },
  );
  if (await hasCorreccionAbierta(trx, convocatoria.id)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.correccionAbierta);
  }
  const [entradas, resultado] = [ENTRADAS.read(row.entradas), RESULTADO.read(row.resultado)];
  if (!sonIguales(entradas, await readEntradas(trx, convocatoria))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.desactualizado);
  }
  const hoy = await readEstados(trx, convocatoria.id, resultado);
  const folios = quitaLugares(resultado.filas, (one) => hoy.get(one)?.estado);
  if (folios.length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.quitaLugares, { folios });
  }
  const acto = { por: actor.uid, en: services.now(), publicarEn: en, adelanto };
  if (!(await updateAprobado(trx, id, acto))) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  await recordCambio(trx, 'ranking.aprobar', {
    id,
    antes: { estado: row.estado },
    despues: {
      ...{ estado: RANKING.pasos.aprobar.a, numero: row.numero, convocatoriaId: convocatoria.id },
      ...{ publicarEn: en.toISOString(), sha256: row.sha256 },
      ...(adelanto !== null && { adelanto }),
    },
  });
  return en;
};

/** Cancels what was approved and is not published yet. See `cancelPublicacionRanking`. */
export const cancelAprobado = async (
  trx: Trx,
  { id, motivo }: z.output<typeof contract.cancelPublicacion.input>,
  { actor, services }: Context,
): Promise<void> => {
  const { row } = await holdRanking(trx, id, { actor });
  if (row.estado !== RANKING.pasos.aprobar.a) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  await endRanking(trx, row, { accion: 'ranking.cancelar', en: services.now(), motivo });
};

/** Ends a ranking that is held: it no longer counts. `motivo`: null of one whose place a later one takes. */
export const endRanking = async (
  trx: Trx,
  { id, estado, numero, convocatoria_id }: RankingRow,
  como: { accion: 'ranking.cancelar' | 'ranking.sustituir'; en: Date; motivo: string | null },
): Promise<void> => {
  if (!(await replaceRanking(trx, id, como))) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  await recordCambio(trx, como.accion, {
    id,
    antes: { estado },
    despues: { estado: RANKING.pasos.sustituir.a, numero, convocatoriaId: convocatoria_id },
    motivo: como.motivo,
  });
};

/** What a ranking is compared with: the published one, or else the one computed before it; undefined: it is the first. */
const contraCual = (
  row: Pick<RankingRow, 'id' | 'numero'>,
  rankings: readonly RankingRow[],
): RankingRow | undefined =>
  rankings.find(({ id, estado }) => id !== row.id && estado === 'publicado') ??
  rankings.find(({ numero }) => numero < row.numero);

/** A ranking as screens read it. */
type RankingLeido = RankingRow & { entradas: Entradas; resultado: ResultadoRanking };

const readLigero = async (db: Db | Trx, id: string): Promise<RankingLeido> => {
  const row = await findRankingLigero(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return {
    ...row,
    entradas: ENTRADAS.read(row.entradas),
    resultado: RESULTADO.read(row.resultado),
  };
};

/** What a ranking changes of the one that it is compared with. */
const readCambios = async (db: Db | Trx, actual: RankingLeido) => {
  const otro = contraCual(actual, await selectRankings(db, actual.convocatoria_id));
  if (!otro) return { contra: null, cambios: [] };
  const antes = await readLigero(db, otro.id);
  return { contra: otro.numero, cambios: compararRankings(antes.resultado, actual.resultado) };
};

/** The rankings of a call and the one that counts now, with what may be done. See `getRankingPosgrado`. */
export const readRanking = async (
  { convocatoriaId }: z.output<typeof contract.getRanking.input>,
  { actor, services }: Context,
) => {
  const { db } = services;
  const ahora = services.now();
  await requireAjeno(db, actor, convocatoriaId);
  const convocatoria = await requireConvocatoria(db, { id: convocatoriaId });
  const rankings = await selectRankings(db, convocatoriaId);
  const vigente = rankings.find(({ estado }) => estado !== 'sustituido');
  const actual = vigente ? await readLigero(db, vigente.id) : null;
  const comparado = actual ? await readCambios(db, actual) : null;
  const enEspera = vigente?.estado === RANKING.pasos.aprobar.a;
  const noSeCalcula = enEspera
    ? refuse('FAILED_PRECONDITION', ERRORES.yaAprobado)
    : await porQueNoSeCalcula(db, { convocatoria, ahora });
  const hoy = actual ? await readEstados(db, convocatoriaId, actual.resultado) : null;
  return {
    ...{ convocatoria, rankings, ahora, actual },
    contra: comparado?.contra == null ? null : comparado,
    quita:
      actual && RANKING.is('enCurso', actual.estado)
        ? quitaLugares(actual.resultado.filas, (id) => hoy?.get(id)?.estado)
        : [],
    noSeCalcula: noSeCalcula?.message ?? null,
    ...(await quienAprueba(db, actor, vigente)),
  };
};

/** Whether the actor may approve a ranking, and otherwise why not; neither when none waits for it. */
const quienAprueba = async (
  db: Db,
  actor: Context['actor'],
  vigente: RankingRow | undefined,
): Promise<{ seAprueba: boolean; noSeAprueba: string | null }> => {
  const no = (noSeAprueba: string | null) => ({ seAprueba: false, noSeAprueba });
  if (!vigente || !RANKING.can('aprobar', vigente.estado)) return no(null);
  if (!canDecidePosgrado(actor)) return no('Lo aprueba una persona con rol Admin.');
  if (await hasCorreccionAbierta(db, vigente.convocatoria_id)) {
    return no(ERRORES.correccionAbierta.message);
  }
  const { calculado_por: uid } = vigente;
  const suya = { uids: [uid], personaIds: [await readPersonaIdOf(db, uid)] };
  return esUnoMismo(actor, suya)
    ? no('Lo aprueba otra persona: usted lo calculó.')
    : { seAprueba: true, noSeAprueba: null };
};

/** A row with whose it is and how its application is now. */
export type FilaConNombre = FilaRanking &
  Omit<Awaited<ReturnType<typeof selectNombres>>[number], 'estado'> & {
    estadoActual: EstadoSolicitud;
  };

const ORDENES = {
  posicion: (a: FilaConNombre, b: FilaConNombre) =>
    (a.posicion ?? Number.POSITIVE_INFINITY) - (b.posicion ?? Number.POSITIVE_INFINITY) || 0,
  total: (a: FilaConNombre, b: FilaConNombre) => (a.total ?? -1) - (b.total ?? -1),
  folio: (a: FilaConNombre, b: FilaConNombre) => (a.folio < b.folio ? -1 : 1),
};

const pageOf = <T>(
  rows: readonly T[],
  { pagina, porPagina }: { pagina: number; porPagina: number },
) => rows.slice((pagina - 1) * porPagina, pagina * porPagina);

/** The stages that a ranking counts. @throws {CallError} NOT_FOUND (`ranking-no-existe`) */
export const readEtapasDeRanking = async (db: Db, id: string) =>
  (await readLigero(db, id)).entradas.etapas;

/** The rows of a ranking that the filters let through, in order. @throws {CallError} NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`) */
export const readFilasHalladas = async (
  db: Db,
  {
    id,
    busqueda = '',
    estado,
    orden,
    descendente,
  }: Omit<z.output<typeof contract.listFilasRanking.input>, 'pagina' | 'porPagina'>,
  actor: Actor | null,
) => {
  const { entradas, resultado, convocatoria_id } = await readLigero(db, id);
  if (!actor) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  await requireAjeno(db, actor, convocatoria_id);
  const deEstado = resultado.filas.filter((one) => estado === undefined || one.estado === estado);
  const nombres = new Map(
    (
      await selectNombres(
        db,
        deEstado.map((one) => one.id),
      )
    ).map((row) => [row.id, row]),
  );
  const conNombre = deEstado.flatMap((one): FilaConNombre[] => {
    const row = nombres.get(one.id);
    return row ? [{ ...one, ...row, estado: one.estado, estadoActual: row.estado }] : [];
  });
  const { filas: halladas } = searchIn(
    conNombre,
    ({ folio, nombre }) => {
      const junto = folio.replaceAll('-', '');
      return `${junto} ${groupByFour(junto)} ${nombre ?? ''}`;
    },
    busqueda,
  );
  const sentido = descendente ? -1 : 1;
  return { entradas, filas: halladas.toSorted((a, b) => sentido * ORDENES[orden](a, b)) };
};

/** A page of the rows of a ranking. See `listFilasRankingPosgrado`. */
export const readFilas = async (
  { pagina, porPagina, ...filtros }: z.output<typeof contract.listFilasRanking.input>,
  { actor, services: { db } }: Context,
) => {
  const { entradas, filas: enOrden } = await readFilasHalladas(db, filtros, actor);
  const filas = pageOf(enOrden, { pagina, porPagina });
  await recordVistos(
    db,
    'ranking.leer',
    filas.map(({ persona_id }) => persona_id),
    { id: filtros.id },
  );
  return { total: enOrden.length, filas, entradas };
};

/** A page of what a ranking changes. See `listCambiosRankingPosgrado`. */
export const readPaginaDeCambios = async (
  { id, ...pagina }: z.output<typeof contract.listCambiosRanking.input>,
  { actor, services }: Context,
) => {
  const { db } = services;
  const actual = await readLigero(db, id);
  await requireAjeno(db, actor, actual.convocatoria_id);
  const { contra, cambios } = await readCambios(db, actual);
  const filas = pageOf(cambios, pagina);
  const personas = await readEstados(db, actual.convocatoria_id, actual.resultado);
  const porFolio = new Map([...personas.values()].map((row) => [row.folio, row.persona_id]));
  await recordVistos(
    db,
    'ranking.leer',
    filas.map(({ folio }) => porFolio.get(folio) ?? null),
    { id },
  );
  return { contra, total: cambios.length, filas };
};
