/** Proves that what was published is what its inputs, and the points that are kept, come to; and that it is whole. */

import type { Db } from '../../../../../platform/server/db/index.ts';
import { writeJsonb } from '../../../../../platform/server/db/jsonb.ts';
import { findConvocatoria } from '../../../convocatorias/server/service.ts';
import type { EstadoSolicitud } from '../../../estados.ts';
import {
  ENTRADAS,
  type Entradas,
  type FilaRanking,
  RESULTADO,
  type ResultadoRanking,
} from '../../../ranking/contract.ts';
import { ordenar } from '../../../ranking/rules.ts';
import {
  compromisoDe,
  findRanking,
  type RankingEnteroRow,
  readEntradasDeFuentes,
  sha256De,
  sorteoCon,
} from '../../../ranking/server/service.ts';
import { PUBLICADO, type Publicado } from '../../contract.ts';
import {
  findPublicacion,
  selectAtrasados,
  selectEstados,
  selectPublicados,
} from '../../server/data.ts';

/** What does not agree: which kind, and the sentence that whoever administers the server reads. */
export type Hallazgo = { readonly clave: string; readonly texto: string };

/** Folios that one sentence names. */
const MOSTRADOS = 5;
/** Minutes after which results that were not published are missed. */
const TARDE_MS = 10 * 60_000;

const nombrados = (folios: readonly string[]): string => {
  const otros = folios.length - MOSTRADOS;
  return folios.slice(0, MOSTRADOS).join(', ') + (otros > 0 ? ` y ${otros} más` : '');
};

/** Folios of the rows that differ between two results. */
const distintas = (a: ResultadoRanking, b: ResultadoRanking): string[] => {
  const escritas = (one: ResultadoRanking) =>
    new Map(one.filas.map((fila) => [fila.folio, writeJsonb(fila)]));
  const [una, otra] = [escritas(a), escritas(b)];
  return [...new Set([...una.keys(), ...otra.keys()])]
    .filter((folio) => una.get(folio) !== otra.get(folio))
    .toSorted();
};

type Leido = {
  readonly row: RankingEnteroRow;
  readonly entradas: Entradas;
  readonly resultado: ResultadoRanking;
  /** The hash that the call committed to. */
  readonly hash: string | null;
};

/** The draw: the secret is the one committed to; without it nothing can be computed again. */
const deSorteo = ({ entradas: { sorteo }, hash }: Leido): string | null => {
  if (sorteo.secreto === null) return 'No guarda el secreto del sorteo.';
  return compromisoDe(sorteo.secreto) === sorteo.hash && sorteo.hash === hash
    ? null
    : 'El secreto del sorteo no corresponde a la huella publicada con la convocatoria.';
};

const deHuella = ({ row, entradas, resultado }: Leido): string | null =>
  sha256De(entradas, resultado) === row.sha256
    ? null
    : 'Lo guardado no corresponde a su huella SHA-256: cambió después de calcularse.';

const deRecalculo = ({ entradas, resultado }: Leido, con: Entradas, que: string): string | null => {
  const otra = ordenar(con, sorteoCon(entradas.sorteo.secreto ?? ''));
  const folios = distintas(resultado, otra);
  return folios.length === 0 ? null : `${que} dan otro resultado: ${nombrados(folios)}.`;
};

/** Points, weights and facts that are no longer what they were when it was computed. */
const deFuentes = ({ entradas }: Leido, hoy: Entradas): string | null => {
  const { solicitudes: antes, ...comun } = entradas;
  const { solicitudes: despues, ...comunHoy } = hoy;
  if (writeJsonb(comun.etapas) !== writeJsonb(comunHoy.etapas)) {
    return 'Las etapas (pesos, mínimos, cortes o versión del examen) cambiaron después de calcularse.';
  }
  const folios = antes
    .filter((una, at) => writeJsonb(una) !== writeJsonb(despues[at]))
    .map(({ folio }) => folio);
  return folios.length === 0
    ? null
    : `Las puntuaciones guardadas ya no son las del ranking: ${nombrados(folios)}.`;
};

const deLugares = ({ entradas, resultado: { filas } }: Leido): string | null => {
  const admitidas = filas.filter(({ estado }) => estado === 'admitida');
  if (admitidas.length > entradas.lugares) {
    return `Admite a ${admitidas.length} y los lugares son ${entradas.lugares}.`;
  }
  const suyos = new Map(entradas.solicitudes.map(({ id, cupos }) => [id, cupos]));
  for (const { clave, nombre, lugares } of entradas.cupos) {
    const con = admitidas.filter(({ cupo }) => cupo === clave);
    if (con.length > lugares)
      return `Da ${con.length} lugares de «${nombre}», que tiene ${lugares}.`;
    const ajenas = con.filter(({ id }) => !suyos.get(id)?.includes(clave));
    if (ajenas.length > 0) {
      return `Da un lugar de «${nombre}» a quien no le corresponde: ${nombrados(ajenas.map(({ folio }) => folio))}.`;
    }
  }
  return null;
};

/** States in which an application may be once its result was published. */
const POSIBLES: Readonly<Record<FilaRanking['estado'], readonly EstadoSolicitud[]>> = {
  admitida: ['admitida', 'inscrita', 'desistida', 'vencida', 'anulada'],
  listaDeEspera: ['listaDeEspera', 'admitida', 'inscrita', 'desistida', 'vencida', 'anulada'],
  noAdmitida: ['noAdmitida', 'desistida', 'anulada'],
};
const CON_INSCRIPCION: readonly EstadoSolicitud[] = ['admitida', 'listaDeEspera', 'inscrita'];

type Estados = Awaited<ReturnType<typeof selectEstados>>;

/** A publication is whole: each application is where its row leaves it, and those with a place have a seat or are in line. */
const deEstados = ({ resultado: { filas } }: Leido, estados: Estados): (string | null)[] => {
  const fuera = filas.filter(({ id, estado }) => {
    const hoy = estados.get(id)?.estado;
    return hoy !== undefined && !POSIBLES[estado].includes(hoy);
  });
  const sinLugar = filas.filter(({ id }) => {
    const hoy = estados.get(id);
    return hoy && CON_INSCRIPCION.includes(hoy.estado) && hoy.inscripcion_id === null;
  });
  const dice = (cuales: readonly FilaRanking[], que: string) =>
    cuales.length === 0 ? null : `${que}: ${nombrados(cuales.map(({ folio }) => folio))}.`;
  return [
    dice(fuera, 'Hay solicitudes cuyo estado no sale del resultado publicado'),
    dice(sinLugar, 'Hay solicitudes con resultado y sin inscripción'),
  ];
};

/** What was published agrees with the ranking, but for those who had left by then. */
const dePublicado = (
  { row, resultado: { filas } }: Leido,
  publicado: Publicado | null,
  estados: Estados,
): string | null => {
  if (!publicado) return 'No tiene resultados publicados que se puedan leer.';
  if (publicado.numero !== row.numero || publicado.sha256 !== row.sha256) {
    return 'Los resultados publicados dicen ser de otro ranking.';
  }
  const porFolio = new Map(filas.map((fila) => [fila.folio, fila]));
  const estadoDe = (folio: string) => porFolio.get(folio)?.estado;
  const [conLugar, enEspera] = [new Set(publicado.admitidas), new Set(publicado.listaDeEspera)];
  const seFue = ({ id }: FilaRanking) => {
    const hoy = estados.get(id)?.estado;
    return hoy === undefined || !CON_INSCRIPCION.includes(hoy);
  };
  const mal = [
    ...[...conLugar].filter((folio) => (estadoDe(folio) ?? 'noAdmitida') === 'noAdmitida'),
    ...[...enEspera].filter((folio) => estadoDe(folio) !== 'listaDeEspera'),
    ...filas
      .filter(
        (fila) =>
          (fila.estado === 'admitida' && !conLugar.has(fila.folio) && !seFue(fila)) ||
          (fila.estado === 'listaDeEspera' &&
            !enEspera.has(fila.folio) &&
            !conLugar.has(fila.folio) &&
            !seFue(fila)),
      )
      .map(({ folio }) => folio),
  ];
  return mal.length === 0
    ? null
    : `Los resultados publicados no son los del ranking: ${nombrados([...new Set(mal)].toSorted())}.`;
};

/** What does not agree of one published ranking. */
const reviewRanking = async (
  db: Db,
  { id, sorteo_hash, donde }: Awaited<ReturnType<typeof selectPublicados>>[number],
): Promise<Hallazgo[]> => {
  const dice = (clave: string, texto: string | null): Hallazgo[] =>
    texto === null ? [] : [{ clave, texto: `${donde}: ${texto}` }];
  const row = (await findRanking(db, id))!;
  const [entradas, resultado] = [ENTRADAS.tryRead(row.entradas), RESULTADO.tryRead(row.resultado)];
  if (!entradas || !resultado) return dice('rankingIlegible', 'No se puede leer.');
  const leido = { row, entradas, resultado, hash: sorteo_hash };
  const publicacion = await findPublicacion(db, id);
  const estados = await selectEstados(
    db,
    resultado.filas.map((fila) => fila.id),
  );
  const vigente = row.estado === 'publicado';
  const hoy = vigente ? await readEntradasDeFuentes(db, entradas, row.convocatoria_id) : null;
  return [
    ...dice('rankingSorteo', deSorteo(leido)),
    ...dice('rankingHuella', deHuella(leido)),
    ...dice('rankingRecalculado', deRecalculo(leido, entradas, 'Sus propias entradas')),
    ...(hoy ? dice('rankingFuentes', deFuentes(leido, hoy)) : []),
    ...(hoy ? dice('rankingFuentes', deRecalculo(leido, hoy, 'Las puntuaciones guardadas')) : []),
    ...dice('rankingLugares', deLugares(leido)),
    ...dice(
      'publicacionEntera',
      dePublicado(leido, publicacion ? PUBLICADO.tryRead(publicacion.resultados) : null, estados),
    ),
    // Of one that a later one replaced, the later one says where its applications are.
    ...(vigente
      ? deEstados(leido, estados).flatMap((texto) => dice('publicacionEntera', texto))
      : []),
  ];
};

/**
 * What does not agree of the published rankings: computed again from their inputs and from the points that are kept, their seats and quotas, the
 * secret of their draw, and that each publication is whole; and results whose moment passed and were not published. For the nightly
 * check.
 */
export const findHallazgosDePublicacion = async (db: Db, ahora: Date): Promise<Hallazgo[]> => {
  const hallazgos: Hallazgo[] = [];
  for (const one of await selectPublicados(db)) hallazgos.push(...(await reviewRanking(db, one)));
  const atrasados = await selectAtrasados(db, new Date(ahora.getTime() - TARDE_MS));
  return [
    ...hallazgos,
    ...atrasados.map((donde) => ({
      clave: 'publicacionAtrasada',
      texto: `${donde}: Su momento pasó y no se ha publicado.`,
    })),
  ];
};

/**
 * Computes again each ranking that an edition published. Null: the edition has no call. Otherwise each with what does not agree.
 */
export const reviewEdicion = async (
  db: Db,
  edicionId: string,
): Promise<{ donde: string; hallazgos: Hallazgo[] }[] | null> => {
  if (!(await findConvocatoria(db, { edicionId }))) return null;
  const revisados: { donde: string; hallazgos: Hallazgo[] }[] = [];
  for (const one of await selectPublicados(db, edicionId)) {
    revisados.push({ donde: one.donde, hallazgos: await reviewRanking(db, one) });
  }
  return revisados;
};
