import { z } from 'zod';
import { AL_LLENARSE } from '../cupos/contract.ts';
import { CLASES, claseOf } from '../formulario/campos/rules.ts';
import type { Campo, CondicionCampo, Formulario } from '../formulario/contract.ts';
import { EFECTOS, type Grupo } from '../reglas/contract.ts';

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

/** What may be written of a field of each kind. */
const campoSchema = z.discriminatedUnion(
  'tipo',
  CLASES.map(({ tipo, escritura }) =>
    z.strictObject({ ...comun, tipo: z.literal(tipo), ...escritura(z, { clave, etiqueta }) }),
  ) as unknown as [z.ZodObject<{ tipo: z.ZodLiteral<Campo['tipo']> }>],
) as unknown as z.ZodType<Campo>;

const seccionSchema = z.strictObject({
  clave,
  titulo: z.string().trim().min(1).max(200),
  texto: z.string().trim().max(2000).optional(),
  campos: z.array(campoSchema).min(1).max(60),
});

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
        const other = seen.get(campo.clave)!.etiqueta;
        refuse(
          at('clave'),
          `«${other}» y «${campo.etiqueta}» tienen la misma clave, «${campo.clave}»: cambie una de las dos.`,
        );
      }
      // Only earlier fields: no circles, and one pass over the form decides what is visible.
      if (campo.visibleSi) {
        const asked = seen.get(campo.visibleSi.campo);
        const problem = problemOf(campo.visibleSi, asked);
        if (problem) refuse(at('visibleSi'), `Cuándo se muestra «${campo.etiqueta}»: ${problem}`);
        // That it was asked at all would tell the answer.
        if (asked?.sensible && !campo.sensible) {
          refuse(
            at('sensible'),
            `«${campo.etiqueta}» depende de un dato sensible: márquelo también como sensible.`,
          );
        }
      }
      for (const { at: key, message } of claseOf(campo).impossible(campo)) {
        refuse(key === undefined ? at() : at(key), message);
      }
      seen.set(campo.clave, campo);
    });
  });
};

const problemOf = (condicion: CondicionCampo, campo: Campo | undefined): string | null => {
  if (!campo)
    return 'depende de una pregunta que se quitó o que viene después; elija una anterior.';
  const { answer, choices } = claseOf(campo);
  const values = choices?.(campo);
  if (condicion.operador === 'contestado') return null;
  if (condicion.operador === 'incluye') {
    return answer === 'list' && values?.includes(condicion.valor)
      ? null
      : '«incluya» necesita una opción de una pregunta de varias opciones.';
  }
  // A list is compared with nothing: `incluye` asks of one of its values.
  if (typeof condicion.valor !== answer) {
    return `la condición no puede compararse con «${campo.etiqueta}».`;
  }
  if (values && !values.includes(String(condicion.valor))) {
    return `«${campo.etiqueta}» no tiene la opción «${condicion.valor}».`;
  }
  return null;
};

/** A key: of a fact, and its argument after a colon. */
const field = z
  .string()
  .max(120)
  .regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*(:[^\s:][^:]*)?$/, 'Eso no es un dato de los que hay.');
const valor = z.union([z.string().trim().min(1).max(200), z.number(), z.boolean()]);

/** Characters of how something is called: of an item of a catalog 250 at most, of an edition with its course 452. */
const MAX_PALABRAS = 600;

/** What of react-querybuilder's groups may be written; whether facts and values fit, `checkReglas` says. */
const hojaSchema = z.strictObject({
  id: z.string().max(60).optional(),
  field,
  operator: z.string().max(20),
  value: z.union([
    valor,
    z.array(z.string().trim().min(1).max(200)).min(1).max(500),
    z.array(z.number()).min(1).max(500),
  ]),
  palabras: z.record(z.string().max(200), z.string().max(MAX_PALABRAS)).optional(),
});
const grupoSchema: z.ZodType<Grupo> = z.strictObject({
  id: z.string().max(60).optional(),
  combinator: z.enum(['and', 'or']),
  not: z.boolean().optional(),
  rules: z.lazy(() =>
    z
      .array(z.union([grupoSchema, hojaSchema]))
      .min(1)
      .max(50),
  ),
});

const reglaSchema = z.strictObject({
  clave,
  efecto: z.enum(EFECTOS),
  condicion: grupoSchema,
  mensaje: z.string().trim().min(1).max(500),
  descripcion: z.string().trim().min(1).max(300),
  puntos: z.int().min(1).max(1000).optional(),
});

/** How seats are given out; no more quotas than a person can tell apart. */
const repartoSchema = z.strictObject({
  alLlenarse: z.enum(AL_LLENARSE),
  horasParaAceptar: z.int().min(1).max(720),
  cupos: z
    .array(
      z.strictObject({
        clave,
        nombre: etiqueta,
        condicion: grupoSchema,
        lugares: z.int().min(1).max(100_000),
        liberaDias: z.int().min(0).max(365).nullable(),
      }),
    )
    .max(40),
});

/** What a version of a plantilla says, checked whole; give its output to `insertVersion`. */
export const definicionSchema = z
  .strictObject({
    secciones: z.array(seccionSchema).min(1).max(30),
    reglas: z.array(reglaSchema).max(50),
    reparto: repartoSchema.optional(),
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
    const unique = (
      path: string[],
      list: readonly { readonly clave: string }[],
      message: (clave: string) => string,
    ) => {
      const claves = list.map(({ clave }) => clave);
      claves.forEach((clave, i) => {
        if (claves.indexOf(clave) !== i) {
          ctx.addIssue({ code: 'custom', path: [...path, i, 'clave'], message: message(clave) });
        }
      });
    };
    unique(['reglas'], definicion.reglas, (clave) => `La regla «${clave}» está repetida.`);
    const cupos = definicion.reparto?.cupos ?? [];
    unique(['reparto', 'cupos'], cupos, (clave) => `El cupo «${clave}» está repetido.`);
  });
