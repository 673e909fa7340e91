import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { filtrosInscritos } from '../contract.ts';

const id = z.uuid();

/** Who is written to: these (of one plantilla), or all that the list's filters show but some. */
const destinatarios = z.union([
  z.strictObject({ plantillaId: id, ids: z.array(id).min(1).max(5_000) }),
  z.strictObject({ filtros: filtrosInscritos, excepto: z.array(id).max(1_000) }),
]);
export type Destinatarios = z.output<typeof destinatarios>;

/** What is written: a subject on one line, and a text whose paragraphs are parted by an empty line. */
const mensaje = {
  asunto: z
    .string()
    .trim()
    .min(3, 'Escriba el asunto.')
    .max(120, 'El asunto tiene más de 120 caracteres; acórtelo.')
    .regex(/^[^\r\n]*$/, 'Escriba el asunto en una sola línea.'),
  texto: z
    .string()
    .trim()
    .min(10, 'Escriba el mensaje.')
    .max(5_000, 'El mensaje tiene más de 5,000 caracteres; acórtelo.'),
};

/** How it will look, and to how many it goes; nothing is sent. Errors: FAILED_PRECONDITION (`mensaje-a-nadie`, `mensaje-sin-cuenta`). */
export const previewMensajeInscritos = callable({
  name: 'previewMensajeInscritos',
  maxBytes: 256 * 1024,
  summary: 'Cómo le llegará un mensaje a quien se inscribió, y por cuántas inscripciones (Admin).',
  input: z.strictObject({ a: destinatarios, ...mensaje }),
  output: z.object({
    /** Inscripciones: whoever sent several is written to for each. */
    destinatarios: z.number(),
    /** Of them, those of who has no account: there is nowhere to write to them. */
    sinCuenta: z.number(),
    /** As the first of them reads it. */
    ejemplo: z.object({
      saludo: z.string(),
      parrafos: z.array(z.string()),
      curso: z.string(),
      edicion: z.string(),
    }),
  }),
});

/**
 * Sends it to each of them once, as a job of the tray: to the address of their account and to the one they gave for that
 * inscripción, once confirmed. Asked twice with one id, it is one. It cannot be undone. Errors: FAILED_PRECONDITION
 * (`mensaje-a-nadie`, `mensaje-sin-cuenta`), RESOURCE_EXHAUSTED.
 */
export const sendMensajeInscritos = callable({
  name: 'sendMensajeInscritos',
  maxBytes: 256 * 1024,
  summary:
    'Escribe un mensaje a quienes enviaron una inscripción, como trabajo de la bandeja; no se puede deshacer (Admin).',
  input: z.strictObject({ id, a: destinatarios, ...mensaje }),
  output: z.object({ trabajo: z.string() }),
});

const enviado = z.object({
  id: z.string(),
  asunto: z.string(),
  texto: z.string(),
  /** ISO 8601. */
  pedidoEn: z.string(),
  /** Name of who of the staff asked for it. */
  pidio: z.string(),
  /** For how many inscripciones it was to go; for how many it went; how many are of who has no account. */
  destinatarios: z.number(),
  enviados: z.number(),
  sinCuenta: z.number(),
});
export type MensajeEnviado = z.output<typeof enviado>;

/** Of a plantilla, or those that one inscripción received; the newest first, 100 at most. */
export const listMensajesInscritos = callable({
  name: 'listMensajesInscritos',
  summary: 'Los mensajes que se han enviado a quienes se inscribieron con una plantilla (Admin).',
  input: z.union([z.strictObject({ plantillaId: id }), z.strictObject({ inscripcionId: id })]),
  output: z.object({ mensajes: z.array(enviado) }),
});
