import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { MAX_TEXTO } from '../contract.ts';

const hora = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const intervalo = z.strictObject({ de: hora, a: hora });
const fecha = z.iso.date();
const revision = z.int32().min(1);
const nada = z.union([z.null(), z.strictObject({})]);

const semana = z.array(z.strictObject({ dia: z.int().min(1).max(7), ...intervalo.shape })).max(70);
const excepciones = z
  .array(
    z.strictObject({
      fecha,
      /** None: closed that day. */
      intervalos: z.array(intervalo).max(10),
      motivo: z.string().trim().min(1).max(120),
    }),
  )
  .max(200);

/** The same as they are read. */
const leido = {
  intervalo: z.object({ de: z.string(), a: z.string() }),
  revision: z.number(),
};

/** When the school answers: by weekday (1 is Monday), and the days that are otherwise. The judicial calendar closes the rest. */
export const getHorariosSoporte = callable({
  name: 'getHorariosSoporte',
  summary: 'Horario de atención de soporte y sus días especiales (Escolar y Admin).',
  input: nada,
  output: z.object({
    semana: z.array(leido.intervalo.extend({ dia: z.number() })),
    excepciones: z.array(
      z.object({ fecha: z.string(), intervalos: z.array(leido.intervalo), motivo: z.string() }),
    ),
    revision: leido.revision,
    actualizadoEn: z.string().nullable(),
    actualizadoPor: z.string().nullable(),
    puedeCambiar: z.boolean(),
  }),
});

/** Replaces them all. Errors: ABORTED (`soporte-cambio`), INVALID_ARGUMENT (`horario-encimado`: intervals of a day overlap). */
export const saveHorariosSoporte = callable({
  name: 'saveHorariosSoporte',
  summary: 'Cambia el horario de atención y los días especiales (Admin).',
  input: z.strictObject({ semana, excepciones, revision }),
  output: z.object({ revision: leido.revision }),
});

const respuesta = z.object({
  id: z.string(),
  titulo: z.string(),
  texto: z.string(),
  retirada: z.boolean(),
  revision: leido.revision,
  actualizadoEn: z.string(),
});
export type Respuesta = z.output<typeof respuesta>;

/** Canned answers, by their title; those retired last. */
export const listRespuestasSoporte = callable({
  name: 'listRespuestasSoporte',
  summary: 'Respuestas frecuentes de soporte (Escolar y Admin).',
  input: nada,
  output: z.object({ respuestas: z.array(respuesta), puedeCambiar: z.boolean() }),
});

const escrita = {
  titulo: z.string().trim().min(1).max(80),
  texto: z.string().trim().min(1).max(MAX_TEXTO),
};

/** Errors: INVALID_ARGUMENT (`campo-desconocido`), RESOURCE_EXHAUSTED (`demasiadas-respuestas`). */
export const createRespuestaSoporte = callable({
  name: 'createRespuestaSoporte',
  summary: 'Agrega una respuesta frecuente (Admin).',
  input: z.strictObject(escrita),
  output: z.object({ id: z.string() }),
});

/** Errors: NOT_FOUND, ABORTED (`soporte-cambio`), INVALID_ARGUMENT (`campo-desconocido`). */
export const updateRespuestaSoporte = callable({
  name: 'updateRespuestaSoporte',
  summary: 'Cambia, retira o repone una respuesta frecuente (Admin).',
  input: z.strictObject({ id: z.uuid(), ...escrita, retirada: z.boolean(), revision }),
  output: z.object({ revision: leido.revision }),
});
