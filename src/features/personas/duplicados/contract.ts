import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';
import { DUPLICADO } from './estados.ts';
import { MOTIVOS, type Motivo, NIVELES, type Nivel, REPAROS, type Reparo } from './rules.ts';

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  z.enum(Object.keys(record) as [K, ...K[]]);

const id = z.uuid();
const estado = z.enum(DUPLICADO.estados);
const done = z.object({ ok: z.literal(true) });

const parecido = {
  id: z.string(),
  estado,
  nivel: keysOf<Nivel>(NIVELES),
  /** 0 to 100. */
  puntaje: z.number(),
  /** Why they look alike, and what says that they are not one. */
  motivos: z.array(keysOf<Motivo>(MOTIVOS)),
  reparos: z.array(keysOf<Reparo>(REPAROS)),
};

const fila = z.object({
  ...parecido,
  /** The two files, the older one first. */
  expedientes: z.array(z.object({ clave: z.string(), nombreCompleto: z.string() })),
  /** One of them is of whoever asks: somebody else decides. */
  esSuyo: z.boolean(),
});
export type FilaDuplicado = z.infer<typeof fila>;

export const listDuplicados = callable({
  name: 'listDuplicados',
  summary:
    'Los expedientes que parecen de una misma persona, de los más parecidos a los menos (Escolar y Admin; queda en el historial).',
  input: z.strictObject({
    estado: estado.default('pendiente'),
    nivel: keysOf<Nivel>(NIVELES).optional(),
    ...desdeCursor(/^\d{1,3}_[0-9a-f-]{36}$/),
  }),
  output: paginaDe(fila),
});

const expediente = z.object({
  clave: z.string(),
  conCurp: z.boolean(),
  nombre: z.string(),
  apellidoPaterno: z.string(),
  apellidoMaterno: z.string(),
  nombreCompleto: z.string(),
  fechaNacimiento: z.string().nullable(),
  sexo: z.string().nullable(),
  entidad: z.string().nullable(),
  curp: z.string().nullable(),
  curpDeclarada: z.string().nullable(),
  correos: z.array(z.string()),
  telefonos: z.array(z.string()),
  photoURL: z.string().nullable(),
  /** ISO instant. */
  creadoEn: z.string(),
  /** All that hangs from it, in sentences: its account, its inscripciones, its documents… */
  tiene: z.array(z.string()),
});

const duplicado = z.object({
  ...parecido,
  /** Both files, the older one first. */
  expedientes: z.array(expediente),
  esSuyo: z.boolean(),
  /** How they would be made one: this file into the one with that key. Null: one of the two needs its CURP first. */
  reunir: z.object({ clave: z.string(), curp: z.string() }).nullable(),
  /** Who said that they are two people, when and why; null while nobody did. */
  decidido: z.object({ por: z.string().nullable(), en: z.string(), nota: z.string() }).nullable(),
});
export type Duplicado = z.infer<typeof duplicado>;

/** Two of them with all that is compared; the reading of both files is recorded. Errors: NOT_FOUND. */
export const getDuplicado = callable({
  name: 'getDuplicado',
  summary:
    'Dos expedientes que se parecen, lado a lado, con lo que tiene cada uno (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: duplicado,
});

/**
 * Says that they are two people: they are not proposed again unless their data change.
 *
 * Errors: NOT_FOUND, ABORTED (`duplicado-decidido`), PERMISSION_DENIED (`sobre-uno-mismo`).
 */
export const discardDuplicado = callable({
  name: 'discardDuplicado',
  summary:
    'Dice que dos expedientes que se parecen son de personas distintas: no se vuelven a proponer si no cambian (Escolar y Admin).',
  input: z.strictObject({
    id,
    /** Why, for whoever looks later. */
    nota: z.string().trim().min(5).max(500),
  }),
  output: done,
});

/** Takes that back. Errors: NOT_FOUND, ABORTED (`duplicado-decidido`), PERMISSION_DENIED (`sobre-uno-mismo`). */
export const withdrawDecisionDuplicado = callable({
  name: 'withdrawDecisionDuplicado',
  summary: 'Vuelve a poner por revisar dos expedientes que se habían descartado (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

/** Looks for them now, in the tray. Errors: ALREADY_EXISTS (`duplicados-buscando`), RESOURCE_EXHAUSTED. */
export const startBusquedaDuplicados = callable({
  name: 'startBusquedaDuplicados',
  summary:
    'Busca ahora los expedientes que se parecen, como trabajo en la bandeja (Escolar y Admin).',
  input: z.null(),
  output: z.object({ trabajo: z.string() }),
});
