import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { MAX_TEXTO } from '../contract.ts';

const id = z.uuid();

const notaSchema = z.object({
  id: z.string(),
  nombre: z.string().nullable(),
  propia: z.boolean(),
  texto: z.string(),
  /** After which message it was written. */
  tras: z.number(),
  en: z.string(),
});
export type Nota = z.output<typeof notaSchema>;

/** Notes among staff: their person never sees them here, only in the copy of their data. Errors: NOT_FOUND, PERMISSION_DENIED. */
export const listNotasConversacion = callable({
  name: 'listNotasConversacion',
  summary: 'Notas internas de una conversación (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ notas: z.array(notaSchema) }),
});

/** The same `clienteId` has the same answer. Errors: NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT. */
export const createNotaConversacion = callable({
  name: 'createNotaConversacion',
  summary: 'Agrega una nota interna a una conversación (Escolar y Admin).',
  input: z.strictObject({
    id,
    clienteId: id,
    texto: z.string().trim().min(1).max(MAX_TEXTO),
  }),
  output: z.object({ id: z.string() }),
});
