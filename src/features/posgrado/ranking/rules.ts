/**
 * The order of the applicants of a call, in exact integers. Pure: the draw's digest of a folio is an argument. The total, rounded
 * half up to hundredths, is the score: two that are equal in print tie.
 */
import { quoted } from '../../../platform/shared/quotation.ts';
import type { Desempate } from '../convocatorias/contract.ts';
import { type EstadoSolicitud, SOLICITUD } from '../estados.ts';
import { puntosDeEtapa } from '../evaluacion/rules.ts';
import type {
  CupoContado,
  DesempateDecisivo,
  EnEtapa,
  Entradas,
  EtapaContada,
  FilaRanking,
  Puntos,
  ResultadoRanking,
  SolicitudContada,
} from './contract.ts';

/** Number of the formula of this file; a ranking says by which one it was computed. */
export const FORMULA = 1;

/** A part of a maximum: a fraction of whole numbers of any size; the divisor is positive. */
type Parte = { readonly n: bigint; readonly d: bigint };

/** Points of a stage as a part of its maximum; null: absent, or not scored. */
const parteDe = (puntos: Puntos | null): Parte | null => {
  if (puntos === null || puntos.tipo === 'ausente') return null;
  if (puntos.tipo === 'examen') return { n: BigInt(puntos.centesimas), d: 10_000n };
  const { dictamenes, maximo } = puntos;
  const fraccion = puntosDeEtapa(
    dictamenes.map((one) => one.puntos),
    maximo,
    dictamenes.some(({ tercera }) => tercera),
  );
  return fraccion && { n: BigInt(fraccion.num), d: BigInt(fraccion.den) };
};

/** A part of the maximum in hundredths of a point out of 100, rounded half up. */
const centesimasDe = ({ n, d }: Parte): number => Number((20_000n * n + d) / (2n * d));

/** The score of a stage, in hundredths of a point out of 100, rounded half up; null: absent, or not scored. */
export const puntuacionDeEtapa = (puntos: Puntos | null): number | null => {
  const parte = parteDe(puntos);
  return parte && centesimasDe(parte);
};

/**
 * The total: the sum of weight × points ÷ maximum, exact until it is rounded half up to hundredths of a point. A stage without
 * points adds nothing.
 */
const totalDe = (etapas: readonly EtapaContada[], puntos: readonly (Puntos | null)[]): number => {
  const suma = etapas.reduce<Parte>(
    (sum, { peso }, at) => {
      const parte = peso === 0 ? null : parteDe(puntos[at] ?? null);
      return parte
        ? { n: sum.n * parte.d + BigInt(peso) * parte.n * sum.d, d: sum.d * parte.d }
        : sum;
    },
    { n: 0n, d: 1n },
  );
  return centesimasDe({ n: suma.n, d: suma.d * 100n });
};

/** One application at the door of a stage. `conserva`: it goes on whatever its score. */
export type EnPuerta = {
  readonly id: string;
  /** Hundredths of a point out of 100; null: absent. */
  readonly centesimas: number | null;
  readonly conserva?: boolean;
};

/**
 * What a stage makes of those who reach it, by their ids: who was absent does not pass, nor who is below the minimum; of the others the
 * `corte` best pass, and all who tie with the last of them.
 */
export const pasanEtapa = (
  { minimo, corte }: { readonly minimo: number | null; readonly corte: number | null },
  filas: readonly EnPuerta[],
): Map<string, Exclude<EnEtapa['es'], 'noLlega'>> => {
  const cumplen = filas.flatMap(({ centesimas }) =>
    centesimas !== null && (minimo === null || centesimas >= minimo) ? [centesimas] : [],
  );
  const ultima =
    corte === null || cumplen.length <= corte
      ? Number.NEGATIVE_INFINITY
      : cumplen.toSorted((a, b) => b - a)[corte - 1]!;
  const juzgada = ({ centesimas, conserva = false }: EnPuerta) => {
    if (conserva) return 'pasa';
    if (centesimas === null) return 'ausente';
    if (minimo !== null && centesimas < minimo) return 'bajoMinimo';
    return centesimas < ultima ? 'fueraDeCorte' : 'pasa';
  };
  return new Map(filas.map((fila) => [fila.id, juzgada(fila)]));
};

/** A stage that gives no points: the papers were seen before. */
const sinPuntos = ({ tipo }: Pick<EtapaContada, 'tipo'>): boolean => tipo === 'documental';

type Recorrido = { readonly etapas: EnEtapa[]; readonly detenida: string | null };

/** How each application went through the stages, by its id; one that was excluded reaches none. */
const recorrer = ({
  etapas,
  solicitudes,
}: Pick<Entradas, 'etapas' | 'solicitudes'>): Map<string, Recorrido> => {
  const camino = new Map<string, { etapas: EnEtapa[]; detenida: string | null }>(
    solicitudes.map(({ id }) => [id, { etapas: [], detenida: null }]),
  );
  let siguen = solicitudes.filter(({ excluida }) => !excluida);
  for (const [at, etapa] of etapas.entries()) {
    const filas = siguen.map(({ id, puntos, conserva }) => ({
      ...{ id, conserva },
      centesimas: puntuacionDeEtapa(puntos[at] ?? null),
    }));
    const juzgadas = sinPuntos(etapa)
      ? new Map(filas.map(({ id }) => [id, 'pasa' as const]))
      : pasanEtapa(etapa, filas);
    const puntuaciones = new Map(filas.map(({ id, centesimas }) => [id, centesimas]));
    for (const { id } of solicitudes) {
      const suyo = camino.get(id)!;
      const es = juzgadas.get(id) ?? 'noLlega';
      suyo.etapas.push({ centesimas: puntuaciones.get(id) ?? null, es });
      if (es !== 'pasa' && es !== 'noLlega') suyo.detenida = etapa.id;
    }
    siguen = siguen.filter(({ id }) => juzgadas.get(id) === 'pasa');
  }
  return camino;
};

/** Ids of those who reach a stage: they passed all that come before it. */
export const lleganAEtapa = (
  entradas: Pick<Entradas, 'etapas' | 'solicitudes'>,
  etapaId: string,
): string[] => {
  const at = entradas.etapas.findIndex(({ id }) => id === etapaId);
  const antes = { ...entradas, etapas: entradas.etapas.slice(0, Math.max(at, 0)) };
  const camino = recorrer(antes);
  return antes.solicitudes.flatMap(({ id, excluida }) =>
    excluida || camino.get(id)!.detenida !== null ? [] : [id],
  );
};

/** What no ranking may be computed without: applications that reach a stage where nothing was said of them. */
export const puntosQueFaltan = (
  entradas: Pick<Entradas, 'etapas' | 'solicitudes'>,
): { etapaId: string; folios: string[] }[] =>
  entradas.etapas.flatMap((etapa, at) => {
    if (sinPuntos(etapa)) return [];
    const llegan = new Set(lleganAEtapa(entradas, etapa.id));
    const folios = entradas.solicitudes
      .filter(({ id, puntos, conserva }) => llegan.has(id) && !conserva && faltan(puntos[at]))
      .map(({ folio }) => folio)
      .toSorted();
    return folios.length > 0 ? [{ etapaId: etapa.id, folios }] : [];
  });

const faltan = (puntos: Puntos | null | undefined): boolean =>
  puntos == null || (puntos.tipo === 'dictamenes' && puntos.dictamenes.length === 0);

/** One that passed all the stages, with what it is compared by. */
type EnLiza = {
  readonly solicitud: SolicitudContada;
  readonly etapas: readonly EnEtapa[];
  readonly total: number;
  readonly sorteo: string;
};

type Criterio = Desempate | { readonly por: 'sorteo'; readonly etapaId?: undefined };

/** Below zero when `a` goes before `b` by that alone. */
const compararPor = (
  { por, etapaId }: Criterio,
  etapas: readonly EtapaContada[],
  a: EnLiza,
  b: EnLiza,
): number => {
  if (por === 'sorteo') return a.sorteo < b.sorteo ? -1 : a.sorteo > b.sorteo ? 1 : 0;
  if (por === 'afirmativa') return Number(b.solicitud.afirmativa) - Number(a.solicitud.afirmativa);
  if (por === 'antiguedad') {
    return (b.solicitud.antiguedadDias ?? -1) - (a.solicitud.antiguedadDias ?? -1);
  }
  const at = etapas.findIndex(({ id }) => id === etapaId);
  return (b.etapas[at]?.centesimas ?? -1) - (a.etapas[at]?.centesimas ?? -1);
};

/**
 * The seats, by the ids of those who take one: the key of a quota, or null of a general one. `minimo` fills the reserved seats first, each
 * quota's with the best of those entitled; `adicional` fills the general ones first. Seats that nobody entitled takes go to all
 * where the quota says when they are released, and stay empty otherwise.
 */
export const repartirLugares = (
  { lugares, cupos, orden }: Pick<Entradas, 'lugares' | 'cupos' | 'orden'>,
  enOrden: readonly Pick<SolicitudContada, 'id' | 'cupos'>[],
): Map<string, string | null> => {
  const dados = new Map<string, string | null>();
  /** Gives up to `plazas` seats to the first in order who may take them; the number of those left over. */
  const dar = (plazas: number, cupo: CupoContado | null): number => {
    let quedan = plazas;
    for (const { id, cupos: suyos } of enOrden) {
      if (quedan === 0) break;
      if (dados.has(id) || (cupo !== null && !suyos.includes(cupo.clave))) continue;
      dados.set(id, cupo?.clave ?? null);
      quedan -= 1;
    }
    return quedan;
  };
  let generales = Math.max(lugares, 0);
  // Where more are kept than there are, the first quotas have them.
  const reservados = cupos.map((cupo) => {
    const plazas = Math.min(cupo.lugares, generales);
    generales -= plazas;
    return { cupo, plazas };
  });
  if (orden === 'adicional') generales = dar(generales, null);
  for (const { cupo, plazas } of reservados) {
    const sobran = dar(plazas, cupo);
    if (cupo.liberaDias !== null) generales += sobran;
  }
  dar(generales, null);
  return dados;
};

/** The neighbour with the same total that tells most: one with another outcome, and else the one before. */
const vecinoDe = (
  enOrden: readonly EnLiza[],
  at: number,
  estadoDe: (one: EnLiza) => string,
): EnLiza | null => {
  const yo = enOrden[at]!;
  const vecinos = [enOrden[at - 1], enOrden[at + 1]].filter((one) => one?.total === yo.total);
  return vecinos.find((one) => estadoDe(one!) !== estadoDe(yo)) ?? vecinos[0] ?? null;
};

/**
 * The ranking that these inputs come to. `sorteoDe`: the draw of a folio, SHA-256 (hex) of the secret followed by the folio; the lower one
 * goes first. The order in which the applications are given changes nothing.
 *
 * @throws {Error} when the formula of the inputs is none of this program's.
 */
export const ordenar = (
  entradas: Entradas,
  sorteoDe: (folio: string) => string,
): ResultadoRanking => {
  if (entradas.formula !== FORMULA) throw new Error(`No formula ${entradas.formula}`);
  const { etapas, solicitudes, conEspera } = entradas;
  const camino = recorrer(entradas);
  const criterios: Criterio[] = [...entradas.desempates, { por: 'sorteo' }];
  const enOrden = solicitudes
    .filter(({ id, excluida }) => !excluida && camino.get(id)!.detenida === null)
    .map(
      (solicitud): EnLiza => ({
        solicitud,
        etapas: camino.get(solicitud.id)!.etapas,
        total: totalDe(etapas, solicitud.puntos),
        sorteo: sorteoDe(solicitud.folio),
      }),
    )
    .toSorted((a, b) => {
      if (a.total !== b.total) return b.total - a.total;
      for (const criterio of criterios) {
        const dicho = compararPor(criterio, etapas, a, b);
        if (dicho !== 0) return dicho;
      }
      return a.solicitud.folio < b.solicitud.folio ? -1 : 1;
    });
  const dados = repartirLugares(
    entradas,
    enOrden.map(({ solicitud }) => solicitud),
  );
  const estadoDe = ({ solicitud: { id } }: EnLiza): FilaRanking['estado'] =>
    dados.has(id) ? 'admitida' : conEspera ? 'listaDeEspera' : 'noAdmitida';
  const desempateEn = (at: number): DesempateDecisivo | null => {
    const yo = enOrden[at]!;
    const otra = vecinoDe(enOrden, at, estadoDe);
    if (otra === null) return null;
    const decide = criterios.find((one) => compararPor(one, etapas, yo, otra) !== 0);
    return {
      por: decide?.por ?? 'sorteo',
      etapaId: decide?.etapaId ?? null,
      contra: otra.solicitud.folio,
      gana: otra === enOrden[at + 1],
    };
  };
  let enEspera = 0;
  const conPosicion = enOrden.map((one, at): FilaRanking => {
    const estado = estadoDe(one);
    if (estado === 'listaDeEspera') enEspera += 1;
    return {
      id: one.solicitud.id,
      folio: one.solicitud.folio,
      estado,
      posicion: at + 1,
      total: one.total,
      etapas: [...one.etapas],
      detenida: null,
      excluida: false,
      desempate: desempateEn(at),
      cupo: dados.get(one.solicitud.id) ?? null,
      espera: estado === 'listaDeEspera' ? enEspera : null,
    };
  });
  const puestas = new Set(conPosicion.map(({ id }) => id));
  const sinPosicion = solicitudes
    .filter(({ id }) => !puestas.has(id))
    .toSorted((a, b) => (a.folio < b.folio ? -1 : 1))
    .map(
      ({ id, folio, excluida }): FilaRanking => ({
        ...{ id, folio, excluida, estado: 'noAdmitida' },
        ...camino.get(id)!,
        ...{ posicion: null, total: null, desempate: null, cupo: null, espera: null },
      }),
    );
  return { filas: [...conPosicion, ...sinPosicion] };
};

/** Published with a seat. */
const CON_LUGAR: ReadonlySet<EstadoSolicitud> = new Set(['admitida', 'inscrita']);

/** A score in print: `87.50`. */
export const formatPuntos = (centesimas: number): string =>
  `${Math.floor(centesimas / 100)}.${String(centesimas % 100).padStart(2, '0')}`;

/** The tie-break as people read it. */
export const palabrasDeDesempate = (
  { por, etapaId }: Pick<DesempateDecisivo, 'por' | 'etapaId'>,
  etapas: readonly Pick<EtapaContada, 'id' | 'nombre'>[],
): string => {
  if (por === 'afirmativa') return 'la acción afirmativa';
  if (por === 'antiguedad') return 'la antigüedad en el Poder Judicial';
  if (por === 'sorteo') return 'el sorteo';
  const etapa = etapas.find(({ id }) => id === etapaId);
  return `la puntuación en ${quoted(etapa?.nombre ?? 'una etapa')}`;
};

/** The tie-breaks in order, in words: the draw is always the last one. */
export const desempatesEnPalabras = ({
  desempates,
  etapas,
}: Pick<Entradas, 'desempates' | 'etapas'>): string[] =>
  [...desempates, { por: 'sorteo' as const, etapaId: undefined }].map(({ por, etapaId }) =>
    palabrasDeDesempate({ por, etapaId: etapaId ?? null }, etapas),
  );

/** Why it stopped, as people read it; null: it passed all the stages. */
const porQueSeDetuvo = (
  { detenida, etapas: pasos, excluida }: FilaRanking,
  etapas: readonly EtapaContada[],
): string | null => {
  if (excluida) return 'Se excluyó del concurso antes de los resultados.';
  const at = etapas.findIndex(({ id }) => id === detenida);
  const etapa = etapas[at];
  const paso = pasos[at];
  if (!etapa || !paso) return null;
  const nombre = quoted(etapa.nombre);
  if (paso.es === 'ausente') return `No se presentó a la etapa ${nombre}.`;
  const obtuvo = `Obtuvo ${formatPuntos(paso.centesimas ?? 0)} en la etapa ${nombre}`;
  return paso.es === 'bajoMinimo'
    ? `${obtuvo}; el mínimo es ${formatPuntos(etapa.minimo ?? 0)}.`
    : `${obtuvo}; continuaron las ${etapa.corte} puntuaciones más altas y sus empates.`;
};

/** With whom it tied and what decided it, as people read it; null: with nobody. */
const deEmpate = (
  { desempate }: FilaRanking,
  { etapas }: Pick<Entradas, 'etapas'>,
  { contra }: { contra: boolean },
): string | null =>
  desempate &&
  [
    'Empató con otra solicitud',
    ...(contra || desempate.por === 'sorteo' ? [`(folio ${desempate.contra})`] : []),
    `y va ${desempate.gana ? 'antes' : 'después'}: decidió ${palabrasDeDesempate(desempate, etapas)}.`,
  ].join(' ');

/** Why it stopped, or what decided its tie; null: neither. */
const porqueDe = (
  fila: FilaRanking,
  entradas: Pick<Entradas, 'etapas'>,
  como: { contra: boolean },
): string | null => porQueSeDetuvo(fila, entradas.etapas) ?? deEmpate(fila, entradas, como);

/** The same in few words, for a list that staff look through. */
export const porqueBreve = (
  fila: FilaRanking,
  { etapas }: Pick<Entradas, 'etapas'>,
): string | null => {
  const { detenida, desempate, excluida } = fila;
  if (excluida) return 'Excluida';
  if (desempate) {
    const lado = desempate.gana ? 'Antes' : 'Después';
    return `${lado} de ${desempate.contra}: ${palabrasDeDesempate(desempate, etapas)}`;
  }
  const at = etapas.findIndex(({ id }) => id === detenida);
  const [etapa, paso] = [etapas[at], fila.etapas[at]];
  if (!etapa || !paso) return null;
  const que = {
    ausente: 'no se presentó',
    bajoMinimo: `bajo el mínimo de ${formatPuntos(etapa.minimo ?? 0)}`,
    fueraDeCorte: `fuera del corte de ${etapa.corte}`,
  }[paso.es as 'ausente' | 'bajoMinimo' | 'fueraDeCorte'];
  return `${etapa.nombre}: ${que}`;
};

/**
 * Why an application has the result that it has, sentence by sentence. `contra`: whether the folio that it tied with is said; the draw cannot
 * be recomputed without it.
 */
export const razonesDe = (
  fila: FilaRanking,
  entradas: Pick<Entradas, 'etapas' | 'cupos'>,
  como: { contra: boolean },
): string[] => {
  const porque = porqueDe(fila, entradas, como);
  const { posicion, total, estado, espera, cupo } = fila;
  if (posicion === null) return porque === null ? [] : [porque];
  const lugar = {
    admitida:
      cupo === null
        ? 'Tiene un lugar general.'
        : `Tiene un lugar reservado: ${nombreDeCupo(cupo, entradas.cupos)}.`,
    listaDeEspera: `Tiene el número ${espera} de la lista de espera.`,
    noAdmitida: 'Los lugares no alcanzaron, y la convocatoria no tiene lista de espera.',
  }[estado];
  return [
    `Obtuvo ${formatPuntos(total ?? 0)} puntos: posición ${posicion}.`,
    ...(porque === null ? [] : [porque]),
    lugar,
  ];
};

/** How a quota is called. */
const nombreDeCupo = (clave: string, cupos: Entradas['cupos']): string =>
  cupos.find((cupo) => cupo.clave === clave)?.nombre ?? clave;

/** The seat of an admitted application, as people read it; null: it has none. */
export const lugarEnPalabras = (
  { estado, cupo }: Pick<FilaRanking, 'estado' | 'cupo'>,
  { cupos }: Pick<Entradas, 'cupos'>,
): string | null => {
  if (estado !== 'admitida') return null;
  return cupo === null ? 'Lugar general' : nombreDeCupo(cupo, cupos);
};

/** The formula in words, with the weights of this call. */
export const formulaEnPalabras = (etapas: readonly EtapaContada[]): string => {
  const sumandos = etapas
    .filter(({ peso }) => peso > 0)
    .map(({ nombre, peso }) => `${peso} × puntos ÷ máximo de ${quoted(nombre)}`);
  return `Total = ${sumandos.join(' + ')}, redondeado a dos decimales (la mitad, hacia arriba).`;
};

/** What a new ranking changes of an application that the one before it had, too. */
export type CambioDeFila = {
  readonly folio: string;
  readonly antes: Pick<FilaRanking, 'estado' | 'posicion' | 'total'> | null;
  readonly despues: Pick<FilaRanking, 'estado' | 'posicion' | 'total'> | null;
};

/** What differs between two rankings, by folio; null: it was not in that one. */
export const compararRankings = (
  antes: ResultadoRanking,
  despues: ResultadoRanking,
): CambioDeFila[] => {
  const vistas = (resultado: ResultadoRanking) =>
    new Map(
      resultado.filas.map(({ folio, estado, posicion, total }) => [
        folio,
        { estado, posicion, total },
      ]),
    );
  const [una, otra] = [vistas(antes), vistas(despues)];
  const folios = [...new Set([...una.keys(), ...otra.keys()])].toSorted();
  return folios.flatMap((folio) => {
    const [a, d] = [una.get(folio) ?? null, otra.get(folio) ?? null];
    const igual =
      a !== null &&
      d !== null &&
      a.estado === d.estado &&
      a.posicion === d.posicion &&
      a.total === d.total;
    return igual ? [] : [{ folio, antes: a, despues: d }];
  });
};

const HORA = 3_600_000;

/** Earliest moment to publish what is approved now; `sinMotivo`: unless a reason is given. */
export const publicarDesde = (
  ahora: Date,
  resultadosEn: Date,
): { readonly minimo: Date; readonly sinMotivo: Date } => {
  const minimo = new Date(ahora.getTime() + HORA);
  return { minimo, sinMotivo: resultadosEn > minimo ? resultadosEn : minimo };
};

/** The step by which a published ranking takes an application on from its present state; null: it stays as it is. */
export const pasoDePublicacion = (
  desde: EstadoSolicitud,
  { estado, detenida, excluida }: Pick<FilaRanking, 'estado' | 'detenida' | 'excluida'>,
): keyof typeof SOLICITUD.pasos | null => {
  if (excluida) return null;
  const pasos = {
    admitida: ['admitir', 'mejorarAAdmitida'],
    listaDeEspera: ['esperar', 'mejorarAEspera'],
    noAdmitida: [detenida === null ? 'noAdmitir' : 'noPasar'],
  } as const;
  return pasos[estado].find((paso) => SOLICITUD.can(paso, desde)) ?? null;
};

/** Folios that a ranking would take a published seat, or a place in line, from; `estadoDe`: how an application is now. */
export const quitaLugares = (
  filas: readonly FilaRanking[],
  estadoDe: (id: string) => EstadoSolicitud | undefined,
): string[] =>
  filas.flatMap(({ id, folio, estado }) => {
    const hoy = estadoDe(id);
    const pierde =
      hoy === 'listaDeEspera'
        ? estado === 'noAdmitida'
        : hoy !== undefined && CON_LUGAR.has(hoy) && estado !== 'admitida';
    return pierde ? [folio] : [];
  });
