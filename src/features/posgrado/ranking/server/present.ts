import type { Actor } from '../../../../platform/shared/actor.ts';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type {
  DetalleDeRanking,
  Entradas,
  FilaPresentada,
  getRanking,
  RankingPresentado,
  ResultadoRanking,
} from '../contract.ts';
import {
  desempatesEnPalabras,
  formulaEnPalabras,
  lugarEnPalabras,
  porqueBreve,
  publicarDesde,
} from '../rules.ts';
import type { FilaConNombre, RankingRow, readRanking } from './service.ts';

const iso = (momento: Date | null): string | null => momento?.toISOString() ?? null;

/** A ranking of the list. */
const presentRanking = (row: RankingRow, { nombres, uid }: Quien): RankingPresentado => {
  const nombreDe = (quien: string) => nombres.get(quien) ?? 'Cuenta que ya no existe';
  return {
    id: row.id,
    numero: row.numero,
    estado: row.estado,
    motivo: row.motivo,
    calculo: nombreDe(row.calculado_por),
    propio: row.calculado_por === uid,
    creadoEn: row.creado_en.toISOString(),
    aprobo: row.aprobado_por === null ? null : nombreDe(row.aprobado_por),
    aprobadoEn: iso(row.aprobado_en),
    publicarEn: iso(row.publicar_en),
    adelanto: row.adelanto,
    publicadoEn: iso(row.publicado_en),
    sustituidoEn: iso(row.sustituido_en),
    sustituidoMotivo: row.sustituido_motivo,
    sha256: row.sha256,
  };
};

/** The ranking that counts now, in figures. */
const presentDetalle = (
  { id, entradas, resultado }: { id: string; entradas: Entradas; resultado: ResultadoRanking },
  {
    contra,
    quita,
  }: { contra: { contra: number | null; cambios: readonly unknown[] } | null; quita: string[] },
): DetalleDeRanking => {
  const { filas } = resultado;
  const cuantas = (estado: string) => filas.filter((fila) => fila.estado === estado).length;
  const admitidas = filas.filter(({ estado }) => estado === 'admitida');
  return {
    id,
    formula: formulaEnPalabras(entradas.etapas),
    etapas: entradas.etapas.map(({ id: etapaId, nombre, peso, minimo, corte }, at) => ({
      ...{ id: etapaId, nombre, peso, minimo, corte },
      llegan: filas.filter(({ etapas }) => etapas[at] && etapas[at].es !== 'noLlega').length,
      pasan: filas.filter(({ etapas }) => etapas[at]?.es === 'pasa').length,
    })),
    desempates: desempatesEnPalabras(entradas),
    orden: entradas.orden,
    cupos: entradas.cupos.map(({ clave, nombre, lugares }) => ({
      ...{ nombre, lugares },
      ocupados: admitidas.filter(({ cupo }) => cupo === clave).length,
    })),
    lugares: entradas.lugares,
    cuantas: {
      admitida: admitidas.length,
      listaDeEspera: cuantas('listaDeEspera'),
      noAdmitida: cuantas('noAdmitida'),
      empatadas: filas.filter(({ desempate }) => desempate !== null).length,
    },
    ultima: admitidas.at(-1)?.total ?? null,
    contra:
      contra?.contra == null ? null : { numero: contra.contra, cambios: contra.cambios.length },
    quita,
  };
};

const actoDe = (porque: string | null, permitido = porque === null) => ({ permitido, porque });

type Quien = { nombres: ReadonlyMap<string, string>; uid: Actor['uid'] };

/** The rankings of a call, and what may be done with them. `nombres`: of accounts, by their uid. */
export const presentRankings = (
  found: Awaited<ReturnType<typeof readRanking>>,
  quien: Quien,
): OutputOf<typeof getRanking> => {
  const { convocatoria, rankings, ahora, actual } = found;
  return {
    convocatoria: {
      id: convocatoria.id,
      edicionId: convocatoria.edicion_id,
      estado: convocatoria.estado,
      resultadosEn: convocatoria.resultados_en.toISOString(),
    },
    rankings: rankings.map((row) => presentRanking(row, quien)),
    actual: actual && presentDetalle(actual, found),
    calcular: actoDe(found.noSeCalcula),
    aprobar: actoDe(found.noSeAprueba, found.seAprueba),
    pideMotivo: rankings.some(({ estado }) => estado === 'publicado'),
    publicarDesde: publicarDesde(ahora, convocatoria.resultados_en).sinMotivo.toISOString(),
    ahora: ahora.toISOString(),
  };
};

const lugarDe = (fila: FilaConNombre, entradas: Pick<Entradas, 'cupos'>): string | null =>
  fila.espera === null ? lugarEnPalabras(fila, entradas) : `Lista de espera, ${fila.espera}`;

export const presentFila = (fila: FilaConNombre, entradas: Entradas): FilaPresentada => ({
  solicitudId: fila.id,
  folio: fila.folio,
  nombre: fila.nombre,
  clave: fila.clave,
  estado: fila.estado,
  estadoActual: fila.estadoActual,
  posicion: fila.posicion,
  total: fila.total,
  etapas: fila.etapas,
  porque: porqueBreve(fila, entradas),
  lugar: lugarDe(fila, entradas),
});
