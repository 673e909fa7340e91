/** What one version says that another does not, in plain Spanish: pure, on both sides. */

import { textOfPart } from '../../../../platform/shared/conflict.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import { findCatalogo } from '../../../catalogos/definiciones/rules.ts';
import { NOMBRE_DE_DATO, sayCuando } from '../../constructor/rules.ts';
import type { Definicion } from '../../contract.ts';
import type { Reparto } from '../../cupos/contract.ts';
import { repartoDe } from '../../cupos/rules.ts';
import { TIPOS } from '../../formulario/campos/rules.ts';
import type { CondicionCampo, DatoPersona } from '../../formulario/contract.ts';
import { declaraRespuestas } from '../../formulario/hechos/rules.ts';
import { fieldsOf } from '../../formulario/rules.ts';
import { describeCondicion } from '../../frases/rules.ts';
import { EFECTO, OPCIONES_AL_LLENARSE, withoutIds } from '../../redaccion/rules.ts';
import type { Efecto, HechoDeclarado } from '../../reglas/contract.ts';
import { isGrupo } from '../../reglas/rules.ts';

/** One difference between two versions, in a sentence; `clase` says with which sign it is shown. */
export type Diferencia = { clase: 'nuevo' | 'quitado' | 'cambiado'; donde: string; texto: string };

type Named = { clave: string };
const byClave = <T extends Named>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((one) => [one.clave, one]));

/** What each key of a field, a rule or a quota is called. */
const NOMBRES = new Map(
  Object.entries({
    etiqueta: 'la pregunta',
    ayuda: 'la ayuda',
    obligatorio: 'si es obligatorio',
    sensible: 'si es un dato sensible',
    tipo: 'el tipo de respuesta',
    opciones: 'las opciones',
    visibleSi: 'cuándo se muestra',
    min: 'el mínimo',
    max: 'el máximo',
    minLongitud: 'los caracteres mínimos',
    maxLongitud: 'los caracteres máximos',
    texto: 'el texto',
    dato: 'el dato del expediente',
    catalogo: 'el catálogo',
    documento: 'el tipo de documento',
    editable: 'si se puede corregir',
    guardable: 'si se ofrece guardarlo en el expediente',
    decimales: 'si admite decimales',
    efecto: 'el efecto',
    condicion: 'las condiciones',
    mensaje: 'el mensaje',
    descripcion: 'lo que pide',
    titulo: 'el título',
    puntos: 'los puntos',
    nombre: 'el nombre',
    lugares: 'los lugares',
    liberaDias: 'cuándo se liberan',
    alLlenarse: 'qué pasa cuando se llena',
    horasParaAceptar: 'las horas para aceptar un lugar',
  }),
);

/** How something of a definition is called. */
export const nombreDe = (key: string): string | undefined => NOMBRES.get(key);

/** What the program calls by a key of its own, in the words in which it was chosen. */
const PALABRAS = new Map<string, (valor: unknown) => string | undefined>([
  ['tipo', (valor) => TIPOS.find(({ tipo }) => tipo === valor)?.nombre],
  ['dato', (valor) => NOMBRE_DE_DATO[valor as DatoPersona]],
  ['catalogo', (valor) => findCatalogo(String(valor))?.titulo],
  ['efecto', (valor) => EFECTO[valor as Efecto]],
  ['alLlenarse', (valor) => OPCIONES_AL_LLENARSE.find(({ value }) => value === valor)?.label],
  ['liberaDias', (valor) => (valor === null ? 'nunca' : `${valor} días antes de que cierre`)],
]);

const textSaid = (valor: unknown, key: string): string => {
  const words = valor === undefined ? undefined : PALABRAS.get(key)?.(valor);
  if (words !== undefined) return `«${words}»`;
  if (valor === undefined || valor === '') return 'nada';
  if (typeof valor === 'boolean') return valor ? 'sí' : 'no';
  if (typeof valor === 'number' || typeof valor === 'string') return `«${valor}»`;
  if (Array.isArray(valor) && valor.every((one) => typeof one?.etiqueta === 'string')) {
    return valor.map(({ etiqueta }) => `«${etiqueta}»`).join(', ');
  }
  return '';
};

/** What a key of a definition says, in words; empty: there are none for it. */
type Say = (valor: unknown, key?: string) => string;

/**
 * What the keys of a definition say. `hechos`: what its rules may ask for besides its own answers; without them the
 * conditions of rules are not said.
 */
export const createSaying = (
  definicion: Definicion,
  hechos: readonly HechoDeclarado[] = [],
): Say => {
  const titulos = new Map(definicion.secciones.map(({ clave, titulo }) => [clave, titulo]));
  const campos = new Map(fieldsOf(definicion).map((campo) => [campo.clave, campo]));
  const all = [...hechos, ...declaraRespuestas(definicion)];
  return (valor, key = '') => {
    if (key === 'lugar') return `«${titulos.get(String(valor)) ?? valor}»`;
    if (key === 'visibleSi') {
      if (valor === undefined) return 'siempre';
      const condicion = valor as CondicionCampo;
      return sayCuando(condicion, campos.get(condicion.campo));
    }
    if (isGrupo(valor))
      return hechos.length === 0 ? '' : `se exige ${describeCondicion(valor, all)}`;
    return textSaid(valor, key);
  };
};

/** What is said, as text: without what of a condition only its editor looks at. */
const textOf = (said: unknown) => textOfPart(isGrupo(said) ? withoutIds(said) : said);

/** Which of these keys say something else. */
export const differing = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string[] => keys.filter((key) => textOf(before[key]) !== textOf(after[key]));

/** Which keys differ, each in words, with what it said and says where that is short enough to read. */
const sayDiffering = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  without: readonly string[],
  [sayBefore, sayAfter]: readonly [Say, Say],
): string[] => {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return differing(
    before,
    after,
    keys.filter((key) => !without.includes(key)),
  ).map((key) => {
    const name = nombreDe(key) ?? `«${key}»`;
    const [was, is] = [sayBefore(before[key], key), sayAfter(after[key], key)];
    if (was === '' || is === '' || was.length + is.length > MAX_SAID) return name;
    return `${name} (decía ${was}; dice ${is})`;
  });
};
/** Characters of what something said and says: more is not read. */
const MAX_SAID = 600;

const compareLists = <T extends Named>(
  before: readonly T[],
  after: readonly T[],
  say: {
    donde: (one: T) => string;
    nuevo: (one: T) => string;
    quitado: (one: T) => string;
    cambiado: (one: T, changes: string) => string;
  },
  says: readonly [Say, Say],
  without: readonly string[] = ['clave'],
): Diferencia[] => {
  const [old, now] = [byClave(before), byClave(after)];
  return [
    ...before.flatMap((one): Diferencia[] =>
      now.has(one.clave)
        ? []
        : [{ clase: 'quitado', donde: say.donde(one), texto: say.quitado(one) }],
    ),
    ...after.flatMap((one): Diferencia[] => {
      const was = old.get(one.clave);
      if (!was) return [{ clase: 'nuevo', donde: say.donde(one), texto: say.nuevo(one) }];
      const changes = sayDiffering(was, one, without, says);
      return changes.length === 0
        ? []
        : [
            {
              clase: 'cambiado',
              donde: say.donde(one),
              texto: say.cambiado(one, `cambia ${changes.join('; ')}`),
            },
          ];
    }),
  ];
};

/** Keys in both, in the order of each: whether those that stay are in another order. */
const reordered = (before: readonly string[], after: readonly string[]): boolean => {
  const stay = new Set(before.filter((clave) => after.includes(clave)));
  return (
    before.filter((clave) => stay.has(clave)).join() !==
    after.filter((clave) => stay.has(clave)).join()
  );
};

const fieldsWithSection = ({ secciones }: Definicion) =>
  secciones.flatMap((seccion) =>
    seccion.campos.map((campo) => ({ ...campo, seccion: seccion.clave })),
  );

/** How seats were given out and are: the quotas one by one, then what is of all of them. */
const compareRepartos = (
  before: Reparto,
  after: Reparto,
  says: readonly [Say, Say],
): Diferencia[] => {
  const { cupos: old, ...was } = before;
  const { cupos: now, ...is } = after;
  const changes = sayDiffering(was, is, [], says);
  return [
    ...compareLists(
      old,
      now,
      {
        donde: () => 'Lugares',
        nuevo: ({ nombre, lugares }) => `Se agregó el cupo «${nombre}», de ${lugares} lugares.`,
        quitado: ({ nombre }) => `Se quitó el cupo «${nombre}».`,
        cambiado: ({ nombre }, which) => `En el cupo «${nombre}» ${which}.`,
      },
      says,
    ),
    ...(changes.length === 0
      ? []
      : [
          {
            clase: 'cambiado' as const,
            donde: 'Lugares',
            texto: `En el reparto de los lugares cambia ${changes.join('; ')}.`,
          },
        ]),
  ];
};

/**
 * What `after` says that `before` did not, field by field and rule by rule, in plain Spanish. Equal versions: none.
 * `hechos`: what rules may ask for, so that their conditions are said too.
 */
export const compareDefiniciones = (
  before: Definicion,
  after: Definicion,
  hechos: readonly HechoDeclarado[] = [],
): Diferencia[] => {
  const says = [createSaying(before, hechos), createSaying(after, hechos)] as const;
  const titulos = new Map(
    [...before.secciones, ...after.secciones].map(({ clave, titulo }) => [clave, titulo]),
  );
  const [oldFields, newFields] = [fieldsWithSection(before), fieldsWithSection(after)];
  const moved = newFields.flatMap((campo): Diferencia[] => {
    const was = oldFields.find(({ clave }) => clave === campo.clave);
    if (!was || was.seccion === campo.seccion) return [];
    const texto = `El campo «${campo.etiqueta}» pasó de «${titulos.get(was.seccion)}» a «${titulos.get(campo.seccion)}».`;
    return [{ clase: 'cambiado', donde: titulos.get(campo.seccion) ?? '', texto }];
  });
  const result: Diferencia[] = [
    ...compareLists(
      before.secciones,
      after.secciones,
      {
        donde: ({ titulo }) => titulo,
        nuevo: ({ titulo }) => `Se agregó la sección «${titulo}».`,
        quitado: ({ titulo }) => `Se quitó la sección «${titulo}».`,
        cambiado: ({ titulo }, changes) => `En la sección «${titulo}» ${changes}.`,
      },
      says,
      ['clave', 'campos'],
    ),
    ...compareLists(
      oldFields,
      newFields,
      {
        donde: ({ seccion }) => titulos.get(seccion) ?? '',
        nuevo: ({ etiqueta }) => `Se agregó el campo «${etiqueta}».`,
        quitado: ({ etiqueta }) => `Se quitó el campo «${etiqueta}».`,
        cambiado: ({ etiqueta }, changes) => `En el campo «${etiqueta}» ${changes}.`,
      },
      says,
      ['clave', 'seccion'],
    ),
    ...moved,
    ...compareLists(
      before.reglas,
      after.reglas,
      {
        donde: () => 'Reglas',
        nuevo: (regla) => `Se agregó la regla ${quoted(regla.descripcion)}.`,
        quitado: (regla) => `Se quitó la regla ${quoted(regla.descripcion)}.`,
        cambiado: (regla, changes) => `En la regla ${quoted(regla.descripcion)} ${changes}.`,
      },
      says,
    ),
    ...compareRepartos(repartoDe(before), repartoDe(after), says),
  ];
  for (const [key, name] of [
    ['bienvenida', 'El mensaje de bienvenida'],
    ['confirmacion', 'El mensaje de confirmación'],
  ] as const) {
    const [was, is] = [before.mensajes?.[key] ?? '', after.mensajes?.[key] ?? ''];
    if (was !== is) {
      result.push({
        clase: was === '' ? 'nuevo' : is === '' ? 'quitado' : 'cambiado',
        donde: 'Mensajes',
        texto:
          was === '' ? `${name} es nuevo.` : is === '' ? `${name} se quitó.` : `${name} cambió.`,
      });
    }
  }
  const claves = (list: readonly Named[]) => list.map(({ clave }) => clave);
  if (reordered(claves(before.secciones), claves(after.secciones))) {
    result.push({
      clase: 'cambiado',
      donde: 'Orden',
      texto: 'Las secciones están en otro orden.',
    });
  }
  for (const seccion of after.secciones) {
    const was = before.secciones.find(({ clave }) => clave === seccion.clave);
    if (was && reordered(claves(was.campos), claves(seccion.campos))) {
      result.push({
        clase: 'cambiado',
        donde: seccion.titulo,
        texto: `Los campos de «${seccion.titulo}» están en otro orden.`,
      });
    }
  }
  if (reordered(claves(before.reglas), claves(after.reglas))) {
    result.push({ clase: 'cambiado', donde: 'Reglas', texto: 'Las reglas están en otro orden.' });
  }
  return result;
};
