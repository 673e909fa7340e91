import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { TIPOS } from '../rules.ts';
import { VERSION_DISENO } from './estados.ts';
import {
  ALINEACIONES,
  COLORES,
  IDIOMAS,
  MARCOS,
  NOMBRE_MAX,
  ORIENTACIONES,
  SELLOS,
  TAMANOS,
} from './opciones/rules.ts';

const oneOf = <K extends string>(words: Readonly<Record<K, string>>) =>
  z.enum(Object.keys(words) as [K, ...K[]]);

/** How a document looks, of the pieces that are read or written. */
const formaDe = ({
  milimetros,
  texto,
  imagen,
  firmantes,
}: {
  milimetros: z.ZodType<number>;
  texto: z.ZodType<string>;
  /** Id of a picture; null: none. */
  imagen: z.ZodType<string | null>;
  /** Ids of the catalog `firmantes`, each with the picture of their signature. */
  firmantes: z.ZodType<{ firmante: string; imagen: string | null }[]>;
}) =>
  z.object({
    idioma: oneOf(IDIOMAS),
    pagina: z.object({
      tamano: oneOf(TAMANOS),
      orientacion: oneOf(ORIENTACIONES),
      margenes: z.object({
        arriba: milimetros,
        abajo: milimetros,
        izquierda: milimetros,
        derecha: milimetros,
      }),
    }),
    estilo: z.object({
      marco: oneOf(MARCOS),
      color: oneOf(COLORES),
      alineacion: oneOf(ALINEACIONES),
      /** The seal, large and pale, behind the text. */
      fondo: z.boolean(),
    }),
    sello: z.object({ clase: oneOf(SELLOS), imagen }),
    textos: z.object({
      titulo: texto,
      otorga: texto,
      porque: texto,
      cuerpo: texto,
      lugar: texto,
      leyenda: texto,
    }),
    /** The data of the kind are printed below what it is about, each with its label. */
    datos: z.boolean(),
    firmantes,
  });

const idDeImagen = z.uuid().nullable();

/** A design as it is written; what else is wrong with it is said by `problemasDeDiseno`, so that a draft is kept as it is. */
const disenoSchema = formaDe({
  milimetros: z.number().min(-1_000).max(1_000),
  texto: z.string().max(2_000),
  imagen: idDeImagen,
  firmantes: z
    .array(z.object({ firmante: z.union([z.uuid(), z.literal('')]), imagen: idDeImagen }))
    .max(10),
});

/** A design as it was kept, under whichever limits. */
const disenoLeido = formaDe({
  milimetros: z.number(),
  texto: z.string(),
  imagen: z.string().nullable(),
  firmantes: z.array(z.object({ firmante: z.string(), imagen: z.string().nullable() })),
});
export type Diseno = z.output<typeof disenoLeido>;

/** How they are stored. */
export const DISENO = defineFormato({ nombre: 'diseño', lectura: disenoLeido });

const id = z.uuid();
const momento = z.string();
const nombre = z.string().trim().min(3).max(NOMBRE_MAX);

const versionResumida = z.object({
  id: z.string(),
  numero: z.number(),
  estado: z.enum(VERSION_DISENO.estados),
  actualizadoEn: momento,
  publicadoEn: momento.nullable(),
  /** Documents issued with it. */
  documentos: z.number(),
});
export type VersionDiseno = z.output<typeof versionResumida>;

const disenoResumido = z.object({
  id: z.string(),
  tipo: z.enum(TIPOS),
  nombre: z.string(),
  predeterminado: z.boolean(),
  /** The newest first. */
  versiones: z.array(versionResumida),
});
export type DisenoResumido = z.output<typeof disenoResumido>;

const problemas = z.array(z.object({ donde: z.string(), mensaje: z.string() }));

export const listDisenos = callable({
  name: 'listDisenos',
  summary:
    'Los diseños de los documentos que se emiten, por tipo, con sus versiones (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({ disenos: z.array(disenoResumido) }),
});

/** What can be chosen when a document of that kind is issued: those with a published version, the default first. */
export const listDisenosEmision = callable({
  name: 'listDisenosEmision',
  summary:
    'Con qué diseños puede emitirse un documento de un tipo, y quiénes firman en cada uno (Escolar y Admin).',
  input: z.strictObject({ tipo: z.enum(TIPOS) }),
  output: z.object({
    disenos: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        numero: z.number(),
        predeterminado: z.boolean(),
        /** Ids of the catalog `firmantes`. */
        firmantes: z.array(z.string()),
      }),
    ),
  }),
});

/** Errors: NOT_FOUND (`diseno-no-existe`). */
export const getVersionDiseno = callable({
  name: 'getVersionDiseno',
  summary:
    'Una versión de un diseño con todo lo que dice, y lo que falta para publicarla (Escolar y Admin).',
  input: z.strictObject({ versionId: id }),
  output: z.object({
    version: versionResumida,
    revision: z.number(),
    diseno: disenoResumido,
    definicion: disenoLeido,
  }),
});
export type VersionAbierta = z.output<typeof getVersionDiseno.output>;

/** Errors: ALREADY_EXISTS (`diseno-nombre-repetido`), NOT_FOUND: the version that it starts from. */
export const createDiseno = callable({
  name: 'createDiseno',
  summary:
    'Crea un diseño con su primer borrador, en blanco o a partir de una versión de otro (Admin).',
  input: z.strictObject({ tipo: z.enum(TIPOS), nombre, desde: id.nullable().default(null) }),
  output: z.object({ disenoId: z.string(), versionId: z.string() }),
});

/** Errors: NOT_FOUND, ALREADY_EXISTS (`diseno-nombre-repetido`). */
export const updateNombreDiseno = callable({
  name: 'updateNombreDiseno',
  summary: 'Cambia el nombre de un diseño, que no aparece en los documentos (Admin).',
  input: z.strictObject({ id, nombre }),
  output: z.object({}),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`diseno-con-borrador`). */
export const startVersionDiseno = callable({
  name: 'startVersionDiseno',
  summary: 'Empieza el borrador de otra versión de un diseño a partir de una de las suyas (Admin).',
  input: z.strictObject({ versionId: id }),
  output: z.object({ versionId: z.string() }),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`diseno-no-borrador`); ABORTED (`diseno-cambio`): somebody else saved it. */
export const saveVersionDiseno = callable({
  name: 'saveVersionDiseno',
  summary: 'Guarda el borrador de un diseño, completo o no (Admin).',
  input: z.strictObject({ versionId: id, revision: z.int32().min(0), definicion: disenoSchema }),
  output: z.object({ revision: z.number(), guardadoEn: momento }),
});

/** Errors: as `saveVersionDiseno`, and FAILED_PRECONDITION (`diseno-con-problemas`, with `problemas`). */
export const publishVersionDiseno = callable({
  name: 'publishVersionDiseno',
  summary: 'Publica el borrador de un diseño: desde entonces no cambia, y con él se emite (Admin).',
  input: z.strictObject({ versionId: id, revision: z.int32().min(0) }),
  output: z.object({}),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`diseno-no-borrador`). */
export const discardVersionDiseno = callable({
  name: 'discardVersionDiseno',
  summary: 'Descarta el borrador de un diseño (Admin).',
  input: z.strictObject({ versionId: id }),
  output: z.object({}),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`diseno-predeterminado`, `diseno-no-publicado`). */
export const archiveDiseno = callable({
  name: 'archiveDiseno',
  summary: 'Retira un diseño: no se emite más con él; lo ya emitido no cambia (Admin).',
  input: z.strictObject({ id }),
  output: z.object({}),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`diseno-no-publicado`). */
export const setDisenoPredeterminado = callable({
  name: 'setDisenoPredeterminado',
  summary:
    'Hace de un diseño el que llevan los documentos de su tipo cuando no se elige otro (Admin).',
  input: z.strictObject({ id }),
  output: z.object({}),
});

/** Nothing is issued, kept or signed. Errors: INVALID_ARGUMENT (a picture that does not exist), UNAVAILABLE. */
export const previewDiseno = callable({
  name: 'previewDiseno',
  summary:
    'El PDF de un documento de muestra con un diseño, sin emitirlo ni firmarlo (Escolar y Admin).',
  input: z.strictObject({
    tipo: z.enum(TIPOS),
    definicion: disenoSchema,
    /** With the longest names and texts that there may be. */
    largo: z.boolean().default(false),
  }),
  output: z.object({
    /** Base 64. */
    pdf: z.string(),
    paginas: z.number(),
    problemas,
  }),
});
