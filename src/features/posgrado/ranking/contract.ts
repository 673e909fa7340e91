import { z } from 'zod';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { desempateLeido, TIPOS_DE_ETAPA } from '../convocatorias/contract.ts';
import { SOLICITUD } from '../estados.ts';

/** One delivered score: its whole points, each criterion's times its weight. */
const dictamenContado = z.object({
  /** Of the assignment that it was delivered by: a recomputation reads that one again. */
  asignacionId: z.string(),
  puntos: z.number(),
  /** It settled a disagreement: then the median counts, and otherwise the mean. */
  tercera: z.boolean(),
});
export type DictamenContado = z.output<typeof dictamenContado>;

const puntosLeidos = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('dictamenes'),
    dictamenes: z.array(dictamenContado),
    /** Most points that one score may give. */
    maximo: z.number(),
  }),
  /** Hundredths of a point out of 100. */
  z.object({ tipo: z.literal('examen'), centesimas: z.number() }),
  /** Absent, which is not 0. */
  z.object({ tipo: z.literal('ausente') }),
]);
/** The raw points of one application in one stage. */
export type Puntos = z.output<typeof puntosLeidos>;

const etapaContada = z.object({
  id: z.string(),
  nombre: z.string(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  /** Per cent of the total. */
  peso: z.number(),
  /** Hundredths of a point out of 100; null: none. */
  minimo: z.number().nullable(),
  /** The n best go on; null: all. */
  corte: z.number().nullable(),
  /** Of an exam: number of the version of its results. */
  examen: z.number().nullable(),
});
export type EtapaContada = z.output<typeof etapaContada>;

const cupoContado = z.object({
  clave: z.string(),
  nombre: z.string(),
  lugares: z.number(),
  /** Null: the seats that nobody entitled takes stay empty; otherwise they go to all. */
  liberaDias: z.number().nullable(),
});
export type CupoContado = z.output<typeof cupoContado>;

const solicitudContada = z.object({
  id: z.string(),
  folio: z.string(),
  /** Keys of the quotas whose seats it may take. */
  cupos: z.array(z.string()),
  afirmativa: z.boolean(),
  /** Days of service; null: none are known. */
  antiguedadDias: z.number().nullable(),
  /** It was excluded: it does not compete. */
  excluida: z.boolean(),
  /** It has a published place, or a place in line: no stage takes it away. */
  conserva: z.boolean(),
  /** Of each stage, in their order; null: it has none. */
  puntos: z.array(puntosLeidos.nullable()),
});
export type SolicitudContada = z.output<typeof solicitudContada>;

const entradasLeidas = z.object({
  /** Number of the formula that it was computed with. */
  formula: z.number(),
  etapas: z.array(etapaContada),
  desempates: z.array(desempateLeido),
  /** `minimo`: reserved seats first; `adicional`: general seats first. */
  orden: z.enum(['minimo', 'adicional']),
  /** In the order in which they are filled. */
  cupos: z.array(cupoContado),
  /** Seats of the edition. */
  lugares: z.number(),
  /** Whether those without a seat wait for one. */
  conEspera: z.boolean(),
  /** `hash`: SHA-256 (hex) of the secret's text. `secreto`: null until it is published. */
  sorteo: z.object({ hash: z.string(), secreto: z.string().nullable() }),
  solicitudes: z.array(solicitudContada),
});
/** Everything that an order is computed from. */
export type Entradas = z.output<typeof entradasLeidas>;

const desempateDecisivo = z.object({
  por: z.enum(['etapa', 'afirmativa', 'antiguedad', 'sorteo']),
  etapaId: z.string().nullable(),
  /** Folio of the other application. */
  contra: z.string(),
  /** Whether it goes before the other one. */
  gana: z.boolean(),
});
export type DesempateDecisivo = z.output<typeof desempateDecisivo>;

const enEtapa = z.object({
  /** Hundredths of a point out of 100, rounded half up; null: it was absent or did not get there. */
  centesimas: z.number().nullable(),
  /** `noLlega`: it had stopped before. */
  es: z.enum(['pasa', 'noLlega', 'ausente', 'bajoMinimo', 'fueraDeCorte']),
});
export type EnEtapa = z.output<typeof enEtapa>;

const filaLeida = z.object({
  id: z.string(),
  folio: z.string(),
  estado: z.enum(SOLICITUD.estados).extract(['admitida', 'listaDeEspera', 'noAdmitida']),
  /** The first is 1; null: it stopped before the end. */
  posicion: z.number().nullable(),
  /** Hundredths of a point out of 100. */
  total: z.number().nullable(),
  etapas: z.array(enEtapa),
  /** Id of the stage that it did not pass. */
  detenida: z.string().nullable(),
  excluida: z.boolean(),
  /** The tie-break that placed it before or after another one with the same total. */
  desempate: desempateDecisivo.nullable(),
  /** Key of the quota whose seat it takes; null: a general seat, or none. */
  cupo: z.string().nullable(),
  /** Place in line: the first is 1. */
  espera: z.number().nullable(),
});
export type FilaRanking = z.output<typeof filaLeida>;

const resultadoLeido = z.object({
  /** By position; then those without one, by folio. */
  filas: z.array(filaLeida),
});
export type ResultadoRanking = z.output<typeof resultadoLeido>;

/** How the inputs and the result of a ranking are stored. */
export const ENTRADAS = defineFormato({ nombre: 'entradas', lectura: entradasLeidas });
export const RESULTADO = defineFormato({ nombre: 'resultado', lectura: resultadoLeido });
