import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { desempateLeido, TIPOS_DE_ETAPA } from '../convocatorias/contract.ts';
import { CONVOCATORIA, RANKING, SOLICITUD } from '../estados.ts';

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

export const filaLeida = z.object({
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

const id = z.uuid();
const resultado = z.enum(SOLICITUD.estados).extract(['admitida', 'listaDeEspera', 'noAdmitida']);

const ranking = z.object({
  id: z.string(),
  numero: z.number(),
  estado: z.enum(RANKING.estados),
  /** Of one that replaces a published one: why. */
  motivo: z.string().nullable(),
  /** Name of the account that computed it, and whether it is of the person who looks. */
  calculo: z.string(),
  propio: z.boolean(),
  /** ISO 8601, like the others. */
  creadoEn: z.string(),
  aprobo: z.string().nullable(),
  aprobadoEn: z.string().nullable(),
  publicarEn: z.string().nullable(),
  /** Why it is published before the day that the call says. */
  adelanto: z.string().nullable(),
  publicadoEn: z.string().nullable(),
  sustituidoEn: z.string().nullable(),
  sustituidoMotivo: z.string().nullable(),
  /** Of its inputs and its result (hex). */
  sha256: z.string(),
});
export type RankingPresentado = z.output<typeof ranking>;

/** Whether an act may be done now, and otherwise why not, for the person. */
const acto = z.object({ permitido: z.boolean(), porque: z.string().nullable() });

const detalle = z.object({
  id: z.string(),
  /** The formula in words. */
  formula: z.string(),
  etapas: z.array(
    z.object({
      id: z.string(),
      nombre: z.string(),
      peso: z.number(),
      minimo: z.number().nullable(),
      corte: z.number().nullable(),
      /** Applications that reached it, and that passed it. */
      llegan: z.number(),
      pasan: z.number(),
    }),
  ),
  /** In words, the draw last. */
  desempates: z.array(z.string()),
  orden: z.enum(['minimo', 'adicional']),
  cupos: z.array(z.object({ nombre: z.string(), lugares: z.number(), ocupados: z.number() })),
  lugares: z.number(),
  cuantas: z.object({
    admitida: z.number(),
    listaDeEspera: z.number(),
    noAdmitida: z.number(),
    /** With a tie-break that decided. */
    empatadas: z.number(),
  }),
  /** The total of the last admitted one, in hundredths; null: none is. */
  ultima: z.number().nullable(),
  /** Number of the ranking that it is compared with, and how many applications differ; null: it is the first. */
  contra: z.object({ numero: z.number(), cambios: z.number() }).nullable(),
  /** Folios that would lose a published place by it. */
  quita: z.array(z.string()),
});
export type DetalleDeRanking = z.output<typeof detalle>;

/**
 * The rankings of a call, and the one that counts now: the newest that was not replaced. Errors: NOT_FOUND, PERMISSION_DENIED
 * (`posgrado-es-parte`).
 */
export const getRanking = callable({
  name: 'getRankingPosgrado',
  summary: 'Los rankings de una convocatoria de posgrado y el vigente (Escolar y Admin).',
  input: z.strictObject({ convocatoriaId: id }),
  output: z.object({
    convocatoria: z.object({
      id: z.string(),
      edicionId: z.string(),
      estado: z.enum(CONVOCATORIA.estados),
      resultadosEn: z.string(),
    }),
    /** Newest first, 200 at most. */
    rankings: z.array(ranking),
    actual: detalle.nullable(),
    calcular: acto,
    aprobar: acto,
    /** Results were published: another ranking says why. */
    pideMotivo: z.boolean(),
    /** Earliest moment to publish, and the one that the call says. ISO 8601. */
    publicarDesde: z.string(),
    /** The server's clock. */
    ahora: z.string(),
  }),
});

const fila = z.object({
  solicitudId: z.string(),
  folio: z.string(),
  /** Null: the file is no longer to be seen. */
  nombre: z.string().nullable(),
  clave: z.string().nullable(),
  estado: resultado,
  /** How the application is now. */
  estadoActual: z.enum(SOLICITUD.estados),
  posicion: z.number().nullable(),
  /** Hundredths of a point out of 100. */
  total: z.number().nullable(),
  /** In the order of the stages. */
  etapas: z.array(enEtapa),
  /** Why it stopped, or what decided its tie and with which folio; null: its total says it. */
  porque: z.string().nullable(),
  /** Where it sits: «Lugar general», a quota's name, «Lista de espera, 3»; null: nowhere. */
  lugar: z.string().nullable(),
});
export type FilaPresentada = z.output<typeof fila>;

const pagina = {
  pagina: z.int().min(1).max(10_000).default(1),
  porPagina: z.int().min(1).max(100).default(25),
};

/** The rows of a ranking. Errors: NOT_FOUND (`ranking-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`). */
export const listFilasRanking = callable({
  name: 'listFilasRankingPosgrado',
  summary:
    'Las filas de un ranking con sus puntos y razones (Escolar y Admin; queda en el historial).',
  input: z.strictObject({
    id,
    busqueda: z.string().max(100).optional(),
    estado: resultado.optional(),
    orden: z.enum(['posicion', 'folio', 'total']).default('posicion'),
    descendente: z.boolean().default(false),
    ...pagina,
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

const lado = z
  .object({
    estado: resultado,
    posicion: z.number().nullable(),
    total: z.number().nullable(),
  })
  .nullable();

/** What a ranking changes of the one that it is compared with. Errors: as `listFilasRankingPosgrado`. */
export const listCambiosRanking = callable({
  name: 'listCambiosRankingPosgrado',
  summary:
    'Lo que un ranking cambia del anterior, por folio (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ id, ...pagina }),
  output: z.object({
    contra: z.number().nullable(),
    total: z.number(),
    filas: z.array(z.object({ folio: z.string(), antes: lado, despues: lado })),
  }),
});

/**
 * Computes a ranking from the points of the closed stages. The same inputs again give the same one. Errors: NOT_FOUND, PERMISSION_DENIED
 * (`posgrado-es-parte`), FAILED_PRECONDITION (`convocatoria-concluida`, `ranking-sin-cerrar`, `ranking-etapas-abiertas`, `ranking-pesos`,
 * `ranking-faltan-puntos` with `details.faltan`, `ranking-sorteo`, `ranking-sin-motivo`, `ranking-ya-aprobado`).
 */
export const createRanking = callable({
  name: 'createRankingPosgrado',
  summary: 'Calcula el ranking de una convocatoria de posgrado (Escolar y Admin).',
  input: z.strictObject({
    convocatoriaId: id,
    motivo: z.string().trim().min(10).max(500).nullable().default(null),
  }),
  output: z.object({ id: z.string(), numero: z.number() }),
});

/**
 * Approves a ranking that another person computed, and says when it is published. The same approval again is the same. Errors: NOT_FOUND
 * (`ranking-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`), ABORTED (`posgrado-ya-cambio`), FAILED_PRECONDITION
 * (`posgrado-misma-persona`, `ranking-correccion-abierta`, `ranking-desactualizado`, `ranking-quita-lugares` with
 * `details.folios`), INVALID_ARGUMENT (`ranking-muy-pronto`, `ranking-muy-tarde`, `ranking-antes-de-fecha`).
 */
export const publishRanking = callable({
  name: 'publishRankingPosgrado',
  summary: 'Aprueba el ranking que calculó otra persona y fija cuándo se publica (Admin).',
  input: z.strictObject({
    id,
    publicarEn: z.iso.datetime(),
    /** Why it is published before the day that the call says. */
    adelanto: z.string().trim().min(10).max(500).nullable().default(null),
  }),
  output: z.object({ publicarEn: z.string() }),
});

/**
 * Cancels the approval of a ranking that waits to be published: it no longer counts. Errors: NOT_FOUND (`ranking-no-existe`),
 * PERMISSION_DENIED (`posgrado-es-parte`), ABORTED (`posgrado-ya-cambio`).
 */
export const cancelPublicacion = callable({
  name: 'cancelPublicacionRanking',
  summary: 'Cancela la publicación de un ranking aprobado (Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(10).max(500) }),
  output: z.object({ ok: z.literal(true) }),
});
