import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { DOCUMENTO } from './estados.ts';

const version = z.object({
  id: z.string(),
  /** From 1, in the order in which they were sent. */
  version: z.number(),
  estado: z.enum(DOCUMENTO.estados),
  /** As its person called the file. */
  nombre: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  /** Why nobody opens it: it waits for the antivirus, or that found something harmful in it. */
  antivirus: z.enum(['cuarentena', 'infectado']).nullable(),
  /** ISO instants. */
  creadoEn: z.string(),
  decididoEn: z.string().nullable(),
  /** Why it was rejected, in the words of the catalog, and what staff added. */
  motivo: z.string().nullable(),
  nota: z.string().nullable(),
  /** Last day on which it is in force (YYYY-MM-DD); null: it does not end. */
  venceEl: z.string().nullable(),
});
export type VersionDocumento = z.infer<typeof version>;

const lugar = z.object({
  tipo: z.object({
    clave: z.string(),
    nombre: z.string(),
    nota: z.string().nullable(),
    /** It may hold sensitive data: people are told before they send it. */
    sensible: z.boolean(),
  }),
  /** The newest first; none: nothing was sent yet. */
  versiones: z.array(version),
});
export type LugarDocumento = z.infer<typeof lugar>;

/** Errors: PERMISSION_DENIED (also for a file that does not exist, except to staff), NOT_FOUND. */
export const listDocumentosPersona = callable({
  name: 'listDocumentosPersona',
  summary:
    'Los documentos de una persona, un lugar por tipo con todas sus versiones: los propios, o cualquiera para Escolar y Admin (queda en el historial).',
  input: z.strictObject({ clave: z.string().max(60) }),
  output: z.object({
    /** Whether they are of who asks, who then may send others. */
    propios: z.boolean(),
    /** In the order of the catalog. */
    lugares: z.array(lugar),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/**
 * Takes a file that was uploaded to `documentos/{uid}/…` into one's own vault, or for staff into that of `clave`, where it
 * waits to be reviewed; one of that type that waited is replaced. Somebody whose document staff sent is told by mail.
 * Errors: PERMISSION_DENIED (somebody else's, also when there is none), NOT_FOUND (`documento-sin-archivo`; to staff, no
 * such person), FAILED_PRECONDITION (`documento-sin-tipo`), RESOURCE_EXHAUSTED (`documento-sin-lugar`).
 */
export const saveDocumentoPersona = callable({
  name: 'saveDocumentoPersona',
  summary:
    'Guarda en el expediente propio (o, Escolar y Admin, en el de otra persona) un archivo que se subió a documentos/{uid}/…, como la versión más nueva de un tipo de documento.',
  input: z.strictObject({
    /** Key in the catalog `tipos-documento`. */
    tipo: z.string().min(1).max(60),
    /** Name under which it was uploaded. */
    archivo: z.string().max(300),
    /** Whose vault; without it, one's own. */
    clave: z.string().max(60).optional(),
    /** How its person calls the file. */
    nombre: z.string().max(300),
  }),
  output: version,
});
