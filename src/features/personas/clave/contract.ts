import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { NOMBRES } from './rules.ts';

const clave = z.string().max(60);

const expediente = z.object({
  clave: z.string(),
  nombreCompleto: z.string(),
  /** Email of its account; null without one. */
  correo: z.string().nullable(),
});

const dato = z.object({
  campo: z.enum([...NOMBRES, 'fechaNacimiento', 'sexo', 'entidad']),
  /** What the file that changes of key, or goes, says; null when it says nothing. */
  anterior: z.string().nullable(),
  /** What the file with the CURP says; without such a file, what the CURP says. */
  actual: z.string().nullable(),
  /** Both say something, and not the same. */
  difiere: z.boolean(),
  /** Which of the two is kept unless staff choose the other, which they may for names. */
  queda: z.enum(['anterior', 'actual']),
});

/** What giving a person a CURP would do. */
export const ensayo = z.object({
  /** `asignar`: nobody has that CURP. `fusionar`: the file with that CURP or key takes in the other one. */
  tipo: z.enum(['asignar', 'fusionar']),
  /** The CURP; in a merge the key of the file that takes the other in, which may be an `SC…`. */
  curp: z.string(),
  /** What deserves a second look in the CURP, as people read it. */
  avisos: z.array(z.string()),
  anterior: expediente,
  /** The file that already has the CURP. */
  actual: expediente.nullable(),
  datos: z.array(dato),
  /** What follows, what is left behind and what blocks it: sentences that staff read. */
  siguen: z.array(z.string()),
  descartados: z.array(z.string()),
  impedimentos: z.array(z.string()),
  /** A merge that somebody else of the staff must confirm: there is somebody who could. */
  segundaPersona: z.boolean(),
  /** The merge of this file that waits for a second person, and whether whoever asks proposed it. */
  propuesta: z.object({ id: z.string(), esSuya: z.boolean() }).nullable(),
  /** Stands for all that was looked at: `assignCurp` is refused when any of it has changed. */
  huella: z.string(),
});
export type Ensayo = z.infer<typeof ensayo>;
export type Dato = z.infer<typeof dato>;

/**
 * What `assignCurp` would do; changes nothing but the history, since two files are read.
 *
 * Errors: INVALID_ARGUMENT (`curp`), NOT_FOUND, FAILED_PRECONDITION (`con-curp`: it has one),
 * PERMISSION_DENIED (`sobre-uno-mismo`: one of the two files is theirs).
 */
export const rehearseCurp = callable({
  name: 'rehearseCurp',
  summary:
    'Ensaya asignar una CURP a quien no tiene, o fusionar su expediente con otro por su CURP o clave: qué sigue y qué lo impide (Escolar y Admin).',
  input: z.strictObject({ clave, curp: clave }),
  output: ensayo,
});

/**
 * Does what was rehearsed, all of it or nothing: the file gets the CURP as its key, or is merged
 * into the one that has it; the old key goes on opening it; its account's sessions end. A merge that a
 * second person can confirm is only proposed, and waits for them (`decideFusion`).
 *
 * Errors: those of `rehearseCurp`, ABORTED (`cambio-desde-ensayo`), FAILED_PRECONDITION
 * (`impedido`, with the first reason as its message), ALREADY_EXISTS (`fusion-propuesta`: somebody else
 * proposed to merge this file).
 */
export const assignCurp = callable({
  name: 'assignCurp',
  summary:
    'Asigna la CURP a quien no tiene, o propone fusionar su expediente con el que ya la tiene para que otra persona lo confirme, tal como se ensayó (Escolar y Admin).',
  input: z.strictObject({
    clave,
    curp: clave,
    /** Names taken from the file with the `SC…` key, in a merge. */
    tomar: z.array(z.enum(NOMBRES)).max(NOMBRES.length),
    motivo: z.string().trim().min(5).max(500),
    huella: z.string().max(100),
  }),
  output: z.object({
    tipo: z.enum(['asignar', 'fusionar']),
    /** What routes call the person from now on. */
    clave: z.string(),
    /** The proposal that waits for a second person; null when it is done. */
    propuesta: z.string().nullable(),
  }),
});
