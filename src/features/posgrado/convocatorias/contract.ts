import { z } from 'zod';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { DESEMPATES, ORDENES_DE_CUPO, TIPOS_ETAPA, type TipoEtapa } from './palabras/rules.ts';

export {
  DESEMPATES,
  ORDENES_DE_CUPO,
  PIEZA_RECOMENDACIONES,
  PUNTOS_CRITERIO,
  type TipoEtapa,
} from './palabras/rules.ts';

export const TIPOS_DE_ETAPA = Object.keys(TIPOS_ETAPA) as [TipoEtapa, ...TipoEtapa[]];

export const desempateLeido = z.object({
  por: z.enum(Object.keys(DESEMPATES) as [keyof typeof DESEMPATES, ...(keyof typeof DESEMPATES)[]]),
  /** Of `etapa`: which one. */
  etapaId: z.string().optional(),
});
export type Desempate = z.output<typeof desempateLeido>;

/** The terms of a call, as they are read: the figures that the school confirms, with their defaults. */
export const basesLeidas = z.object({
  /** What the call is about, above everything. */
  descripcion: z.string().default(''),
  /** Working days to answer observations. */
  diasSubsanar: z.number().default(3),
  /** Working days to accept a place. */
  diasConfirmar: z.number().default(3),
  /** Working days to file a request for review, and for the school to answer it. */
  diasInconformidad: z.number().default(3),
  diasResolver: z.number().default(10),
  /** Letters of recommendation that are asked for. */
  recomendaciones: z.number().default(2),
  /** Evaluators of each application. */
  dictamenesPorSolicitud: z.number().default(2),
  /** Per cent of the maximum from which two scores disagree, and a third evaluator decides. */
  limiteDiferencia: z.number().default(20),
  /** Day (YYYY-MM-DD) on which seniority is counted; null: the day on which applications close. */
  fechaCorte: z.string().nullable().default(null),
  desempates: z.array(desempateLeido).default([]),
  /** Keys of the quotas in the order in which they are filled; one that is not here follows, as the version lists them. */
  ordenDeCupos: z.array(z.string()).default([]),
  cupos: z.enum(Object.keys(ORDENES_DE_CUPO) as ['minimo', 'adicional']).default('minimo'),
  /** Key of the field of the application whose «Sí» is the affirmative action; null: none. */
  campoAfirmativa: z.string().nullable().default(null),
  /** Keys of the fields of the application that bear who somebody is: blind criteria never show them. */
  camposConNombre: z.array(z.string()).default([]),
  /** Hours before an interview until which its applicant may change it. */
  horasCambioEntrevista: z.number().default(48),
  /** Days that the public results stay. */
  diasPublicados: z.number().default(90),
  /** Years from the results that the data of applicants without a place are kept. */
  aniosConservados: z.number().default(2),
  /** Least characters of a letter and of the comment on a criterion. */
  minimoCarta: z.number().default(200),
  minimoComentario: z.number().default(30),
});
export type Bases = z.output<typeof basesLeidas>;

/** How the terms of a call are stored. */
export const BASES = defineFormato({ nombre: 'bases', lectura: basesLeidas, mejoras: [] });

/** A criterion of a rubric; `anclas`: what each of 0, 1, 2, 3 and 4 points means. */
export const criterioLeido = z.object({
  id: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  peso: z.number(),
  anclas: z.array(z.string()),
  piezas: z.array(z.string()),
});
export type Criterio = z.output<typeof criterioLeido>;

export const etapaLeida = z.object({
  id: z.string(),
  orden: z.number(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  nombre: z.string(),
  /** Per cent of the total. */
  peso: z.number(),
  /** Hundredths of a point out of 100; null: none. */
  minimo: z.number().nullable(),
  corte: z.number().nullable(),
  /** ISO 8601. */
  venceEn: z.string().nullable(),
  cerradaEn: z.string().nullable(),
  criterios: z.array(criterioLeido),
});
export type Etapa = z.output<typeof etapaLeida>;
