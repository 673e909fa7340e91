import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { prueba } from '../../identidad/cambios/contract.ts';

const nothing = z.union([z.null(), z.strictObject({})]);
const id = z.uuid();

export const copia = z.object({
  id: z.string(),
  /** ISO instants. */
  creadoEn: z.string(),
  venceEn: z.string(),
  /** It was removed: another one has to be asked for. */
  vencida: z.boolean(),
  bytes: z.number(),
  filas: z.number(),
  archivos: z.number(),
});
export type CopiaDatos = z.infer<typeof copia>;

/** One's latest copies, and whether one is being made. */
export const listCopiasDatos = callable({
  name: 'listCopiasDatos',
  summary: 'Las copias de sus datos que pidió quien pregunta, la más reciente primero.',
  input: nothing,
  output: z.object({
    copias: z.array(copia),
    /** The job that is making one; null: none is. */
    enCurso: z.string().nullable(),
  }),
});

/**
 * Asks for a copy of all that there is of whoever asks; the job is followed in the tray. Errors: ALREADY_EXISTS
 * (`copia-en-curso`), RESOURCE_EXHAUSTED (three a day).
 */
export const requestCopiaDatos = callable({
  name: 'requestCopiaDatos',
  summary:
    'Pide una copia de todos los datos propios: un ZIP con páginas para leer, JSON y los archivos. Avisa por correo cuando está lista.',
  input: nothing,
  output: z.object({ trabajo: z.string() }),
});

/** Errors: NOT_FOUND (also another's). */
export const getCopiaDatos = callable({
  name: 'getCopiaDatos',
  summary: 'Una copia de los datos propios: cuánto pesa y hasta cuándo puede descargarse.',
  input: z.strictObject({ id }),
  output: copia,
});

/**
 * Opens a copy to whoever shows again who they are: an address that serves for ten minutes, in the same session.
 * Errors: NOT_FOUND, FAILED_PRECONDITION (`copia-vencida`, `contrasena-actual`, `pide-codigo`), RESOURCE_EXHAUSTED.
 */
export const createDescargaCopia = callable({
  name: 'createDescargaCopia',
  summary:
    'Da, a quien confirma su contraseña, la dirección para descargar una copia de sus datos; sirve diez minutos.',
  input: z.strictObject({ id, ...prueba }),
  output: z.object({ url: z.string() }),
});
