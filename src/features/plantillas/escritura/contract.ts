import { z } from 'zod';
import {
  type Campo,
  type CondicionCampo,
  DATOS_PERSONA,
  type DatoPersona,
  type Formulario,
} from '../formulario/contract.ts';
import { MAX_TEXTO, MAX_TEXTO_LARGO } from '../formulario/rules.ts';
import { EFECTOS } from '../reglas/contract.ts';

/**
 * What a version of a plantilla must be to be written. It may grow stricter at will: what was
 * published before is read by the loose schemas beside it (`../contract.ts`), never by this one.
 */

const clave = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    'La clave empieza con minúscula y lleva solo letras sin acento y números (40 como máximo).',
  );
const etiqueta = z.string().trim().min(1).max(200);
const fecha = z.iso.date();

const condicionCampoSchema = z.discriminatedUnion('operador', [
  z.strictObject({
    campo: clave,
    operador: z.enum(['igual', 'distinto']),
    valor: z.union([z.string(), z.number(), z.boolean()]),
  }),
  z.strictObject({ campo: clave, operador: z.literal('incluye'), valor: z.string() }),
  z.strictObject({ campo: clave, operador: z.literal('contestado') }),
]);

const comun = {
  clave,
  etiqueta,
  ayuda: z.string().trim().max(500).optional(),
  obligatorio: z.boolean(),
  visibleSi: condicionCampoSchema.optional(),
  sensible: z.boolean().optional(),
};
const opcionesLista = z
  .array(z.strictObject({ valor: clave, etiqueta }))
  .min(1)
  .max(100);

const campoSchema = z.discriminatedUnion('tipo', [
  z.strictObject({
    ...comun,
    tipo: z.literal('texto'),
    minLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('textoLargo'),
    minLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('numero'),
    min: z.number().optional(),
    max: z.number().optional(),
    decimales: z.int().min(0).max(4).optional(),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('fecha'),
    min: fecha.optional(),
    max: fecha.optional(),
  }),
  z.strictObject({ ...comun, tipo: z.literal('opcion'), opciones: opcionesLista }),
  z.strictObject({
    ...comun,
    tipo: z.literal('opciones'),
    opciones: opcionesLista,
    min: z.int().min(1).optional(),
    max: z.int().min(1).optional(),
  }),
  z.strictObject({ ...comun, tipo: z.literal('casilla') }),
  z.strictObject({
    ...comun,
    tipo: z.literal('declaracion'),
    texto: z.string().trim().min(1).max(4000),
  }),
  z.strictObject({
    ...comun,
    tipo: z.literal('datoPersona'),
    dato: z.enum(DATOS_PERSONA),
    editable: z.boolean(),
  }),
]);

const seccionSchema = z.strictObject({
  clave,
  titulo: z.string().trim().min(1).max(200),
  texto: z.string().trim().max(2000).optional(),
  campos: z.array(campoSchema).min(1).max(60),
});

/** Data of the person's file that may be changed in a form; the others, the registry or the school says. */
const EDITABLES: readonly DatoPersona[] = ['correo'];

/** Refuses what the pure functions could not honour: repeated keys, impossible limits, wrong bindings. */
const checkFormulario = (
  { secciones }: Formulario,
  refuse: (path: (string | number)[], message: string) => void,
): void => {
  const seen = new Map<string, Campo>();
  secciones.forEach((seccion, s) => {
    if (secciones.findIndex(({ clave }) => clave === seccion.clave) !== s) {
      refuse(['secciones', s, 'clave'], `La sección «${seccion.clave}» está repetida.`);
    }
    seccion.campos.forEach((campo, c) => {
      const at = (...rest: string[]) => ['secciones', s, 'campos', c, ...rest];
      if (seen.has(campo.clave)) {
        refuse(at('clave'), `El campo «${campo.clave}» está repetido.`);
      }
      // Only earlier fields: no circles, and one pass over the form decides what is visible.
      if (campo.visibleSi) {
        const asked = seen.get(campo.visibleSi.campo);
        const problem = problemOf(campo.visibleSi, asked);
        if (problem) refuse(at('visibleSi'), problem);
        // That it was asked at all would tell the answer.
        if (asked?.sensible && !campo.sensible) {
          refuse(
            at('sensible'),
            `«${campo.etiqueta}» depende de un dato sensible: márquelo también como sensible.`,
          );
        }
      }
      const [low, high] =
        campo.tipo === 'texto' || campo.tipo === 'textoLargo'
          ? [campo.minLongitud, campo.maxLongitud]
          : campo.tipo === 'numero' || campo.tipo === 'fecha' || campo.tipo === 'opciones'
            ? [campo.min, campo.max]
            : [];
      if (low !== undefined && high !== undefined && low > high) {
        refuse(at(), `«${campo.etiqueta}»: el límite menor es mayor que el límite mayor.`);
      }
      if (campo.tipo === 'opcion' || campo.tipo === 'opciones') {
        const valores = new Set(campo.opciones.map(({ valor }) => valor));
        if (valores.size < campo.opciones.length) {
          refuse(at('opciones'), `«${campo.etiqueta}» tiene opciones repetidas.`);
        }
        if (campo.tipo === 'opciones' && (campo.min ?? 1) > valores.size) {
          refuse(at('min'), `«${campo.etiqueta}» pide más opciones de las que ofrece.`);
        }
      }
      if (campo.tipo === 'datoPersona' && campo.editable && !EDITABLES.includes(campo.dato)) {
        refuse(at('editable'), `El dato «${campo.etiqueta}» solo se corrige en el expediente.`);
      }
      if (campo.tipo === 'datoPersona' && campo.sensible) {
        refuse(
          at('sensible'),
          `«${campo.etiqueta}» ya está en el expediente: no es una respuesta.`,
        );
      }
      if (campo.tipo === 'casilla' && campo.obligatorio) {
        refuse(
          at('obligatorio'),
          `«${campo.etiqueta}» es una casilla y puede quedar sin marcar. Si debe aceptarse, use una declaración.`,
        );
      }
      seen.set(campo.clave, campo);
    });
  });
};

const problemOf = (condicion: CondicionCampo, campo: Campo | undefined): string | null => {
  if (!campo) return 'La condición se refiere a un campo que no existe o que viene después.';
  const choices =
    campo.tipo === 'opcion' || campo.tipo === 'opciones'
      ? campo.opciones.map(({ valor }) => valor)
      : null;
  if (condicion.operador === 'contestado') return null;
  if (condicion.operador === 'incluye') {
    return campo.tipo === 'opciones' && choices?.includes(condicion.valor)
      ? null
      : `«incluye» necesita una opción de un campo de varias opciones.`;
  }
  const wanted =
    campo.tipo === 'numero'
      ? 'number'
      : campo.tipo === 'declaracion' || campo.tipo === 'casilla'
        ? 'boolean'
        : 'string';
  if (campo.tipo === 'opciones' || typeof condicion.valor !== wanted) {
    return `La condición no puede compararse con «${campo.etiqueta}».`;
  }
  if (choices && !choices.includes(String(condicion.valor))) {
    return `«${campo.etiqueta}» no tiene la opción «${condicion.valor}».`;
  }
  return null;
};

const condicionReglaSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('ventanaInscripcion') }),
]);

const reglaSchema = z.strictObject({
  clave: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/),
  efecto: z.enum(EFECTOS),
  condicion: condicionReglaSchema,
  mensaje: z.string().trim().min(1).max(500),
  descripcion: z.string().trim().min(1).max(300),
});

/** What a version of a plantilla says, checked whole; give its output to `insertVersion`. */
export const definicionSchema = z
  .strictObject({
    secciones: z.array(seccionSchema).min(1).max(30),
    reglas: z.array(reglaSchema).max(50),
    mensajes: z
      .strictObject({
        bienvenida: z.string().trim().max(2000).optional(),
        confirmacion: z.string().trim().max(2000).optional(),
      })
      .optional(),
  })
  .superRefine((definicion, ctx) => {
    checkFormulario(definicion, (path, message) => {
      ctx.addIssue({ code: 'custom', path, message });
    });
    const claves = definicion.reglas.map(({ clave }) => clave);
    claves.forEach((clave, i) => {
      if (claves.indexOf(clave) !== i) {
        ctx.addIssue({
          code: 'custom',
          path: ['reglas', i, 'clave'],
          message: `La regla «${clave}» está repetida.`,
        });
      }
    });
  });
