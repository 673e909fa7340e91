import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { TRAMITE_ARCO } from './estados.ts';
import { DERECHOS, FUNDAMENTO_IDS, TEXTO_MAX, TEXTO_MIN } from './rules.ts';

const nothing = z.union([z.null(), z.strictObject({})]);
const id = z.uuid();
const texto = z.string().trim().min(TEXTO_MIN).max(TEXTO_MAX);

const categoria = z.object({
  id: z.string(),
  titulo: z.string(),
  borra: z.number(),
  conserva: z.number(),
  /** Why what is kept is; null: nothing is. */
  fundamento: z.string().nullable(),
});
export type CategoriaSuprimida = z.infer<typeof categoria>;

const tramite = z.object({
  id: z.string(),
  folio: z.string(),
  derecho: z.enum(DERECHOS),
  estado: z.enum(TRAMITE_ARCO.estados),
  /** Whose data, where they are told, and who asks for them when it is not they. */
  nombre: z.string(),
  medio: z.string(),
  representante: z.string().nullable(),
  descripcion: z.string(),
  /** ISO instants. */
  recibidoEn: z.string(),
  venceEn: z.string(),
  /** Working days left of the term that runs; null: none does. Negative: it passed. */
  dias: z.number().nullable(),
  ampliacion: z.object({ en: z.string(), motivo: z.string() }).nullable(),
  respuesta: z
    .object({
      en: z.string(),
      texto: z.string(),
      fundamento: z.enum(FUNDAMENTO_IDS).nullable(),
      /** Until when what was granted is to be done. */
      efectivaHasta: z.string().nullable(),
    })
    .nullable(),
  cumplimiento: z.object({ en: z.string(), texto: z.string() }).nullable(),
  /** What a cancellation that was carried out erased and kept, by category; empty: none was. */
  supresion: z.array(categoria),
});
export type TramiteArco = z.infer<typeof tramite>;

/** Errors: RESOURCE_EXHAUSTED (`arco-demasiadas`). Sent twice with one id, it is one. */
export const requestTramiteArco = callable({
  name: 'requestTramiteArco',
  summary:
    'Presenta una solicitud sobre los datos propios (acceso, rectificación, cancelación, oposición o portabilidad). Da su folio y avisa por correo.',
  input: z.strictObject({ id, derecho: z.enum(DERECHOS), descripcion: texto }),
  output: tramite,
});

export const listTramitesArcoPropios = callable({
  name: 'listTramitesArcoPropios',
  summary: 'Las solicitudes sobre sus datos de quien pregunta, la más reciente primero.',
  input: nothing,
  output: z.object({ tramites: z.array(tramite) }),
});

/** One's own, or anybody's for staff (it is recorded). Errors: NOT_FOUND (also another's). */
export const getTramiteArco = callable({
  name: 'getTramiteArco',
  summary: 'Una solicitud sobre datos personales: la propia, o cualquiera para Escolar y Admin.',
  input: z.strictObject({ id }),
  output: z.object({
    tramite,
    /** Of whoever asks. */
    propio: z.boolean(),
    /** Key of the file that it is about; null: none, or one's own. */
    clave: z.string().nullable(),
  }),
});

/** Errors: NOT_FOUND, ABORTED (`arco-atendida`). */
export const withdrawTramiteArco = callable({
  name: 'withdrawTramiteArco',
  summary: 'Retira una solicitud propia que todavía no se responde.',
  input: z.strictObject({ id }),
  output: tramite,
});

export const listTramitesArco = callable({
  name: 'listTramitesArco',
  summary:
    'Las solicitudes sobre datos personales, por su término: las que esperan respuesta, o todas (Escolar y Admin; queda en el historial).',
  input: z.strictObject({
    todas: z.boolean().default(false),
    /** The latest term first. */
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(tramite) }),
});

/** A request on paper, or by a representative. Errors: NOT_FOUND (`arco-sin-persona`). */
export const createTramiteArco = callable({
  name: 'createTramiteArco',
  summary:
    'Registra la solicitud que alguien presentó sin cuenta o por representante, con lo que la acredita (Escolar y Admin).',
  input: z.strictObject({
    id,
    derecho: z.enum(DERECHOS),
    descripcion: texto,
    nombre: z.string().trim().min(3).max(200),
    /** Where they are told: an email or an address. */
    medio: z.string().trim().min(3).max(300),
    /** CURP or key of their file, when there is one. */
    clave: z.string().trim().max(60).default(''),
    /** Who asks for them, and what accredits it. */
    representante: z.string().trim().max(300).default(''),
  }),
  output: tramite,
});

/** The one extension of the term. Errors: NOT_FOUND, ABORTED (`arco-atendida`), PERMISSION_DENIED (`sobre-uno-mismo`). */
export const updatePlazoTramiteArco = callable({
  name: 'updatePlazoTramiteArco',
  summary:
    'Amplía una vez, diez días hábiles, el plazo para responder una solicitud (Escolar y Admin).',
  input: z.strictObject({ id, motivo: texto }),
  output: tramite,
});

/** Of two who answer at once one does, the other is told. Errors: as `updatePlazoTramiteArco`. */
export const decideTramiteArco = callable({
  name: 'decideTramiteArco',
  summary:
    'Responde una solicitud: procedente, en parte o improcedente con su fundamento. Avisa por correo (Escolar y Admin).',
  input: z.discriminatedUnion('sentido', [
    z.strictObject({ id, sentido: z.literal('conceder'), respuesta: texto }),
    z.strictObject({
      id,
      sentido: z.enum(['concederEnParte', 'negar']),
      respuesta: texto,
      fundamento: z.enum(FUNDAMENTO_IDS),
    }),
  ]),
  output: tramite,
});

/** Says that what was granted was done. Errors: as `updatePlazoTramiteArco`. */
export const confirmTramiteArco = callable({
  name: 'confirmTramiteArco',
  summary:
    'Anota que lo que se concedió ya se hizo, y qué fue; avisa por correo (Escolar y Admin).',
  input: z.strictObject({ id, cumplimiento: texto }),
  output: tramite,
});

/** What carrying out a cancellation would erase and keep; nothing is done. Errors: NOT_FOUND, FAILED_PRECONDITION (`arco-no-cancela`). */
export const previewSupresionArco = callable({
  name: 'previewSupresionArco',
  summary:
    'Ensaya la supresión de los datos que pide una cancelación procedente: qué se borraría, qué se conservaría y con qué fundamento (Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    categorias: z.array(categoria),
    /** What is to be typed to confirm it: the key of the file, or the folio when there is none. */
    confirmacion: z.string(),
    /** The file stays, blocked, with name and key. */
    bloquea: z.boolean(),
    /** Where the person is told; null: nowhere by mail. */
    avisa: z.string().nullable(),
    impedimentos: z.array(z.string()),
    /** Of what was shown: what is confirmed is this and nothing else. */
    huella: z.string(),
  }),
});

/** All or nothing, and it cannot be undone. Errors: as the preview; INVALID_ARGUMENT (`arco-no-confirma`), ABORTED (`arco-cambio`, `arco-atendida`). */
export const confirmSupresionArco = callable({
  name: 'confirmSupresionArco',
  summary:
    'Suprime los datos de una persona como se ensayó, tras escribir la clave de su expediente; no puede deshacerse (Admin).',
  input: z.strictObject({
    id,
    confirmacion: z.string().trim().max(60),
    huella: z.string().max(100),
  }),
  output: tramite,
});
