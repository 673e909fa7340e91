import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { TIPOS_DE_ETAPA } from '../convocatorias/contract.ts';
import { SOLICITUD } from '../estados.ts';

const publicado = z.object({
  /** Number of the ranking within its call. */
  numero: z.number(),
  /** ISO 8601. */
  publicadoEn: z.string(),
  /** Folios with a place, in the order of the folios. */
  admitidas: z.array(z.string()),
  /** Folios in line, the next one first. */
  listaDeEspera: z.array(z.string()),
  /** The total of the last one admitted, in hundredths; null: they are too few to tell it of nobody. */
  ultima: z.number().nullable(),
  /** Nobody was admitted and nobody waits. */
  desierta: z.boolean(),
  /** The formula in words, and the tie-breaks in order, the draw last. */
  formula: z.string(),
  desempates: z.array(z.string()),
  /** `hash`: SHA-256 (hex) of the secret's text, published with the call. */
  sorteo: z.object({ hash: z.string(), secreto: z.string() }),
  /** SHA-256 (hex) of the ranking. */
  sha256: z.string(),
});
/** What anybody may read of the results: folios, and nothing of who, of quotas or of points. */
export type Publicado = z.output<typeof publicado>;

/** How the public results are stored. */
export const PUBLICADO = defineFormato({ nombre: 'publicado', lectura: publicado });

/**
 * The public results of a call, by its edition. Errors: NOT_FOUND (`resultados-no-existen`): it has no call, or not one that was published.
 */
export const getResultados = callable({
  name: 'getResultadosPosgrado',
  summary: 'Los resultados públicos de una convocatoria de posgrado, por folio.',
  input: z.strictObject({ edicionId: z.string().max(60) }),
  output: z.object({
    edicionId: z.string(),
    curso: z.string(),
    edicion: z.string(),
    /** ISO 8601: when they are expected. */
    resultadosEn: z.string(),
    /** Null: not published yet, or no longer shown. */
    resultados: publicado.nullable(),
    /** ISO 8601: until when they are shown; null: not published yet. */
    retirarEn: z.string().nullable(),
    /** They were shown, and no longer are. */
    retirados: z.boolean(),
  }),
});

const criterioPropio = z.object({
  nombre: z.string(),
  descripcion: z.string(),
  peso: z.number(),
  puntos: z.number(),
  /** What those points mean. */
  ancla: z.string(),
  comentario: z.string(),
});

const etapaPropia = z.object({
  nombre: z.string(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  peso: z.number(),
  /** Hundredths of a point out of 100, like `centesimas`. */
  minimo: z.number().nullable(),
  corte: z.number().nullable(),
  /** Null: absent, or it did not get there. */
  centesimas: z.number().nullable(),
  es: z.enum(['pasa', 'noLlega', 'ausente', 'bajoMinimo', 'fueraDeCorte']),
  /** How several scores count; null: it has none. */
  cuenta: z.enum(['media', 'mediana']).nullable(),
  /** Each score that counts, by criterion; not by whom, nor in the order in which they came. */
  dictamenes: z.array(
    z.object({ puntos: z.number(), maximo: z.number(), criterios: z.array(criterioPropio) }),
  ),
});

/**
 * One's own result of a call, once it is published; null before, and where one has no application in it. Errors: NOT_FOUND
 * (`convocatoria-no-existe`), FAILED_PRECONDITION (`sin-expediente`).
 */
export const getResultado = callable({
  name: 'getResultadoSolicitud',
  summary: 'Mi resultado en una convocatoria de posgrado: puntos, comentarios, posición y lugar.',
  input: z.strictObject({ convocatoriaId: z.uuid() }),
  output: z.object({
    resultado: z
      .object({
        solicitudId: z.string(),
        folio: z.string(),
        numero: z.number(),
        publicadoEn: z.string(),
        /** As it was published; what became of it since is the application's own state. */
        estado: z.enum(SOLICITUD.estados).extract(['admitida', 'listaDeEspera', 'noAdmitida']),
        posicion: z.number().nullable(),
        total: z.number().nullable(),
        /** The seat's name; null: none. */
        lugar: z.string().nullable(),
        /** Place in line as it was published. */
        espera: z.number().nullable(),
        /** Why, sentence by sentence. */
        razones: z.array(z.string()),
        formula: z.string(),
        etapas: z.array(etapaPropia),
        /** The draw, where it decided: both digests, to be compared. */
        sorteo: z
          .object({
            hash: z.string(),
            secreto: z.string(),
            propio: z.string(),
            otra: z.object({ folio: z.string(), valor: z.string() }),
          })
          .nullable(),
        edicionId: z.string(),
      })
      .nullable(),
  }),
});
