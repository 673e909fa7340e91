/** Samples that all evaluators of a stage score before they begin. */
import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { criterioLeido } from '../../convocatorias/contract.ts';
import { dictamenLeido, dictamenSchema } from '../contract.ts';
import { MUESTRAS_MAXIMAS } from '../rules.ts';

const id = z.uuid();

const muestra = z.object({ id: z.string(), titulo: z.string(), contenido: z.string() });

/**
 * The samples of a stage. Once all its evaluators scored all of them, how they did. Errors: NOT_FOUND (`etapa-no-existe`),
 * PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const getCalibracionEtapa = callable({
  name: 'getCalibracionEtapa',
  summary:
    'Las muestras de calibración de una etapa y, cuando todos calificaron, cómo calificaron (Escolar y Admin).',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    muestras: z.array(muestra),
    evaluadores: z.number(),
    /** Evaluators who scored all the samples. */
    terminaron: z.number(),
    /** Somebody scored one: they change no more. */
    empezada: z.boolean(),
    cerrada: z.boolean(),
    /** Null until all evaluators scored all of them. How many gave each of 0 to 4 points, by sample and criterion. */
    distribucion: z
      .array(
        z.object({
          muestraId: z.string(),
          criterios: z.array(z.object({ nombre: z.string(), cuantos: z.array(z.number()) })),
        }),
      )
      .nullable(),
  }),
});
export type Calibracion = z.output<(typeof getCalibracionEtapa)['output']>;

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`muestras-ya-calificadas`, `etapa-cerrada`), PERMISSION_DENIED. */
export const saveCalibracionEtapa = callable({
  name: 'saveCalibracionEtapa',
  summary:
    'Guarda las muestras de calibración de una etapa, antes de que alguien las califique (Escolar y Admin).',
  input: z.strictObject({
    etapaId: id,
    muestras: z
      .array(
        z.strictObject({
          titulo: z.string().trim().min(1, 'Escriba el título.').max(120),
          contenido: z
            .string()
            .trim()
            .min(50, 'Escriba un texto que pueda calificarse.')
            .max(20_000),
        }),
      )
      .max(MUESTRAS_MAXIMAS),
  }),
  output: z.object({ muestras: z.number() }),
});

/** The samples of a stage that one evaluates in, with what one gave. Errors: NOT_FOUND, PERMISSION_DENIED. */
export const listMuestrasPropias = callable({
  name: 'listMuestrasCalibracion',
  summary: 'Las muestras que debo calificar antes de dictaminar en una etapa.',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    etapa: z.object({ id: z.string(), nombre: z.string() }),
    criterios: z.array(criterioLeido),
    muestras: z.array(muestra.extend({ dictamen: dictamenLeido.nullable() })),
  }),
});
export type MuestrasPropias = z.output<(typeof listMuestrasPropias)['output']>;

/**
 * Scores a sample, once. The same one sent again has the same answer. Errors: NOT_FOUND (`muestra-no-existe`), INVALID_ARGUMENT
 * (`dictamen-incompleto`, with `fields` by `{criterioId}.puntos`), FAILED_PRECONDITION (`dictamen-ya-entregado`), PERMISSION_DENIED.
 */
export const submitMuestra = callable({
  name: 'submitMuestraCalibracion',
  maxBytes: 160 * 1024,
  summary: 'Califico una muestra de calibración; después no cambia.',
  input: z.strictObject({ muestraId: id, dictamen: dictamenSchema }),
  output: z.object({
    /** Samples of the stage that one has not scored. */
    pendientes: z.number(),
  }),
});
