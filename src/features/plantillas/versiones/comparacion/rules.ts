/** What one version says that another does not, in plain Spanish: pure, on both sides. */

import { textOfPart } from '../../../../platform/shared/conflict.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import type { Definicion } from '../../contract.ts';
import type { Reparto } from '../../cupos/contract.ts';
import { repartoDe } from '../../cupos/rules.ts';
import type { Campo } from '../../formulario/contract.ts';
import { withoutIds } from '../../redaccion/rules.ts';
import type { HechoDeclarado, Regla } from '../../reglas/contract.ts';
import { isGrupo } from '../../reglas/rules.ts';
import { createSaying, nombreDe, nombreDeTipo, type Say } from '../palabras/rules.ts';

/** What of something differs, or what something says: alone, or with what it said and says in words short enough to read. */
export type Detalle = { que: string; antes?: string; despues?: string };

/** One difference between two versions, in a sentence and its details; `clase` says with which sign it is shown. */
export type Diferencia = {
  clase: 'nuevo' | 'quitado' | 'cambiado';
  donde: string;
  texto: string;
  detalles: readonly Detalle[];
};

type Named = { clave: string };
const byClave = <T extends Named>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((one) => [one.clave, one]));

/** What is said, as text: without what of a condition only its editor looks at. */
const textOf = (said: unknown) => textOfPart(isGrupo(said) ? withoutIds(said) : said);

/** Which of these keys say something else. */
export const differing = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string[] => keys.filter((key) => textOf(before[key]) !== textOf(after[key]));

/** Which keys differ, each in words. */
const sayDiffering = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  without: readonly string[],
  [sayBefore, sayAfter]: readonly [Say, Say],
): Detalle[] => {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return differing(
    before,
    after,
    keys.filter((key) => !without.includes(key)),
  ).map((key) => {
    const [was, is] = [sayBefore(before[key], key), sayAfter(after[key], key)];
    return detalleDe(nombreDe(key) ?? `«${key}»`, was, is);
  });
};
/** Characters of what something said and says: more is not read. */
const MAX_SAID = 600;

const detalleDe = (que: string, antes: string, despues: string): Detalle =>
  antes === '' || despues === '' || antes.length + despues.length > MAX_SAID
    ? { que }
    : { que, antes, despues };

const compareLists = <T extends Named>(
  before: readonly T[],
  after: readonly T[],
  { donde, llama, dice }: Wording<T>,
  says: readonly [Say, Say],
  without: readonly string[] = ['clave'],
): Diferencia[] => {
  const [old, now] = [byClave(before), byClave(after)];
  const whole = (clase: 'nuevo' | 'quitado', one: T, say: Say): Diferencia => ({
    clase,
    donde: donde(one),
    texto: `${clase === 'nuevo' ? 'Se agregó' : 'Se quitó'} ${llama(one)}.`,
    detalles: dice(one, say).map((que) => ({ que })),
  });
  return [
    ...before.flatMap((one) => (now.has(one.clave) ? [] : [whole('quitado', one, says[0])])),
    ...after.flatMap((one): Diferencia[] => {
      const was = old.get(one.clave);
      if (!was) return [whole('nuevo', one, says[1])];
      const detalles = sayDiffering(was, one, without, says);
      if (detalles.length === 0) return [];
      return [{ clase: 'cambiado', donde: donde(one), texto: `Cambia ${llama(one)}:`, detalles }];
    }),
  ];
};

/** How the things of one list are told: where they stand, their name with its article, and what one of them says. */
type Wording<T> = {
  donde: (one: T) => string;
  llama: (one: T) => string;
  dice: (one: T, say: Say) => string[];
};

/** What a field asks for. */
const diceCampo = (campo: Campo, say: Say): string[] => [
  `${nombreDeTipo(campo.tipo)}, ${campo.obligatorio ? 'obligatorio' : 'opcional'}${campo.sensible ? ', dato sensible' : ''}.`,
  ...(campo.visibleSi ? [`Se muestra ${say(campo.visibleSi, 'visibleSi')}.`] : []),
  ...('opciones' in campo ? [`Opciones: ${say(campo.opciones, 'opciones')}.`] : []),
];

/** What a rule asks, does and says. */
const diceRegla = (regla: Regla, say: Say): string[] =>
  [say(regla, 'regla'), regla.mensaje ? `Mensaje: ${quoted(regla.mensaje)}.` : ''].filter(
    (que) => que !== '',
  );

/** Keys in both, in the order of each: whether those that stay are in another order. */
export const reordered = (before: readonly string[], after: readonly string[]): boolean => {
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
  const detalles = sayDiffering(was, is, [], says);
  const texto = 'Cambia el reparto de los lugares:';
  return [
    ...compareLists(
      old,
      now,
      {
        donde: () => 'Lugares',
        llama: ({ nombre, lugares }) => `el cupo «${nombre}», de ${lugares} lugares`,
        dice: ({ condicion }, say) =>
          [say(condicion)].flatMap((que) => (que === '' ? [] : [`Para tomarlos ${que}.`])),
      },
      says,
    ),
    ...(detalles.length === 0
      ? []
      : [{ clase: 'cambiado' as const, donde: 'Lugares', texto, detalles }]),
  ];
};

/** A text that is read before the form or after it: what it said and says. */
const compareMensajes = (before: Definicion, after: Definicion): Diferencia[] =>
  (
    [
      ['bienvenida', 'el mensaje de bienvenida'],
      ['confirmacion', 'el mensaje de confirmación'],
    ] as const
  ).flatMap(([key, llama]): Diferencia[] => {
    const [was, is] = [before.mensajes?.[key] ?? '', after.mensajes?.[key] ?? ''];
    const donde = 'Mensajes';
    if (was === is) return [];
    if (was !== '' && is !== '') {
      const detalles = [detalleDe('el texto', quoted(was), quoted(is))];
      return [{ clase: 'cambiado', donde, texto: `Cambia ${llama}:`, detalles }];
    }
    const detalles = [{ que: quoted(was || is) }];
    return was === ''
      ? [{ clase: 'nuevo', donde, texto: `Se agregó ${llama}.`, detalles }]
      : [{ clase: 'quitado', donde, texto: `Se quitó ${llama}.`, detalles }];
  });

/**
 * What `after` says that `before` did not, field by field and rule by rule, in plain Spanish. Equal versions: none.
 * `hechos`: what rules may ask for, so that their conditions are said too; `documentos`: what the types of document are
 * called.
 */
export const compareDefiniciones = (
  before: Definicion,
  after: Definicion,
  hechos: readonly HechoDeclarado[] = [],
  documentos?: ReadonlyMap<string, string>,
): Diferencia[] => {
  const says = [
    createSaying(before, hechos, documentos),
    createSaying(after, hechos, documentos),
  ] as const;
  const titulos = new Map(
    [...before.secciones, ...after.secciones].map(({ clave, titulo }) => [clave, titulo]),
  );
  const [oldFields, newFields] = [fieldsWithSection(before), fieldsWithSection(after)];
  const moved = newFields.flatMap((campo): Diferencia[] => {
    const was = oldFields.find(({ clave }) => clave === campo.clave);
    if (!was || was.seccion === campo.seccion) return [];
    const texto = `El campo «${campo.etiqueta}» pasó de «${titulos.get(was.seccion)}» a «${titulos.get(campo.seccion)}».`;
    const donde = titulos.get(campo.seccion) ?? '';
    return [{ clase: 'cambiado', donde, texto, detalles: [] }];
  });
  return [
    ...compareLists(
      before.secciones,
      after.secciones,
      {
        donde: ({ titulo }) => titulo,
        llama: ({ titulo }) => `la sección «${titulo}»`,
        dice: () => [],
      },
      says,
      ['clave', 'campos'],
    ),
    ...compareLists(
      oldFields,
      newFields,
      {
        donde: ({ seccion }) => titulos.get(seccion) ?? '',
        llama: ({ etiqueta }) => `el campo «${etiqueta}»`,
        dice: diceCampo,
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
        llama: ({ descripcion }) => `la regla ${quoted(descripcion)}`,
        dice: diceRegla,
      },
      says,
    ),
    ...compareRepartos(repartoDe(before), repartoDe(after), says),
    ...compareMensajes(before, after),
    ...compareOrdenes(before, after),
  ];
};

/** What stays, in another order. */
const compareOrdenes = (before: Definicion, after: Definicion): Diferencia[] => {
  const claves = (list: readonly Named[]) => list.map(({ clave }) => clave);
  const told = (
    was: readonly Named[],
    is: readonly Named[],
    donde: string,
    que: string,
  ): Diferencia[] => {
    const texto = `${que} están en otro orden.`;
    return reordered(claves(was), claves(is))
      ? [{ clase: 'cambiado', donde, texto, detalles: [] }]
      : [];
  };
  const old = byClave(before.secciones);
  return [
    ...told(before.secciones, after.secciones, 'Orden', 'Las secciones'),
    ...after.secciones.flatMap(({ clave, titulo, campos }) =>
      told(old.get(clave)?.campos ?? [], campos, titulo, `Los campos de «${titulo}»`),
    ),
    ...told(before.reglas, after.reglas, 'Reglas', 'Las reglas'),
  ];
};
