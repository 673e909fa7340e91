import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { telefonosDe } from '../telefonos/contract.ts';
import { APARTADO_IDS } from './definiciones/rules.ts';

const clave = z.string().max(60);
const apartado = z.enum(APARTADO_IDS);
/** A value as somebody sends it: the apartado says what it may be. */
const valor = z.union([z.string().max(2000), z.number(), z.null()]);
const valorLeido = z.union([z.string(), z.number(), z.null()]);

/** What an entry points to, an item of a catalog or a document of the vault, as it is called today. */
const referido = z.object({
  id: z.uuid(),
  clave: z.string(),
  nombre: z.string(),
  /** Whether it can still be chosen; of a document, whether it may prove something. */
  activo: z.boolean(),
  /** What it hangs from, the root first: «Primer Circuito», «Ciudad de México». */
  ruta: z.array(z.string()),
});
export type Referido = z.infer<typeof referido>;

const entrada = z.object({
  id: z.uuid(),
  apartado,
  /** By field of its apartado; references by id. */
  valores: z.record(z.string(), valorLeido),
  /** What its references point to, by field. */
  referidos: z.record(z.string(), referido),
  /** Grows with each change; saving asks for the one that was edited. */
  version: z.number(),
  /** ISO instant. */
  actualizadoEn: z.string(),
});
export type Entrada = z.infer<typeof entrada>;

/** Errors: PERMISSION_DENIED (somebody else's file, also when there is none), NOT_FOUND. */
export const getApartadosPersona = callable({
  name: 'getApartadosPersona',
  summary:
    'Lo que dice el expediente de una persona en cada apartado (adscripciones, contactos, estudios…) y lo que le falta: el propio, o cualquiera para Escolar y Admin (queda en el historial).',
  input: z.strictObject({ clave }),
  output: z.object({
    entradas: z.array(entrada),
    /** Whether the file has a CURP. */
    conCurp: z.boolean(),
    telefonos: telefonosDe,
    /** The day of today in Mexico, YYYY-MM-DD. */
    hoy: z.string(),
  }),
});
export type Apartados = z.infer<typeof getApartadosPersona.output>;

/**
 * Errors: INVALID_ARGUMENT (`details.fields`), ABORTED (`cambio-previo`: somebody saved it meanwhile, `details` is a
 * `CambioPrevio`), NOT_FOUND (`entrada-no-existe`: it was taken away meanwhile), FAILED_PRECONDITION (`demasiadas`).
 */
export const saveEntradaPersona = callable({
  name: 'saveEntradaPersona',
  summary:
    'Agrega un dato a un apartado del expediente, o guarda uno sobre la versión que se editó: en el propio, o en cualquiera para Escolar y Admin.',
  input: z.strictObject({
    clave,
    apartado,
    /** Of whoever adds it, so that sent twice it is one; of the one that is edited. */
    id: z.uuid(),
    /** The version that was edited; null: a new one. */
    version: z.int32().nullable(),
    valores: z.record(z.string().max(40), valor).meta({ maxProperties: 60 }),
  }),
  output: entrada,
});

/** What an entry is now that was changed meanwhile, in `details` of ABORTED. */
export type CambioPrevio = {
  actual: Entrada;
  /** Whether it was the same account, in another window. */
  propio: boolean;
};

/** Errors: as those of `saveEntradaPersona`. One that is gone already is as good. */
export const deleteEntradaPersona = callable({
  name: 'deleteEntradaPersona',
  summary:
    'Quita un dato de un apartado del expediente, si sigue como se vio: en el propio, o en cualquiera para Escolar y Admin.',
  input: z.strictObject({ clave, id: z.uuid(), version: z.int32() }),
  output: z.object({ ok: z.literal(true) }),
});
