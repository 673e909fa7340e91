/** What could be better in a draft, and what one version says that another does not: pure, on both sides. */
import type { Definicion } from '../contract.ts';
import type { Reparto } from '../cupos/contract.ts';
import { repartoDe } from '../cupos/rules.ts';
import { claseOf } from '../formulario/campos/rules.ts';
import type { Campo, CondicionCampo } from '../formulario/contract.ts';
import { fieldsOf } from '../formulario/rules.ts';
import { withoutIds } from '../redaccion/rules.ts';
import { isGrupo } from '../reglas/rules.ts';

/** Where in a definition, as the editor goes there, and what to think about. */
type Consejo = { donde: string; mensaje: string };

/** The value of a choice that a condition or a rule looks at. */
const looksAt = (condicion: CondicionCampo | undefined, clave: string, valor: string): boolean =>
  condicion?.campo === clave &&
  (condicion.operador === 'contestado' || String(condicion.valor) === valor);

/** Whether a condition waits for an answer that its question never takes when it is sent. */
const waitsInVain = (condicion: CondicionCampo, asked: Campo): boolean => {
  if (condicion.operador !== 'igual') return false;
  // Left unmarked, what must be accepted is not sent at all.
  if (condicion.valor === false) return asked.obligatorio && claseOf(asked).answer === 'boolean';
  const valor = claseOf(asked).normalise(asked, condicion.valor);
  return valor === undefined || claseOf(asked).check(asked, valor) !== null;
};

/** Fields that nobody is ever asked: what they wait for cannot be answered, or is never asked itself. */
const neverShown = (campos: readonly Campo[]): Set<string> => {
  const hidden = new Set<string>();
  for (const { clave, visibleSi } of campos) {
    const asked = visibleSi && campos.find((campo) => campo.clave === visibleSi.campo);
    if (!asked) continue;
    if (hidden.has(asked.clave) || waitsInVain(visibleSi, asked)) hidden.add(clave);
  }
  return hidden;
};

/**
 * What is allowed and probably not meant: a field that is never asked, a choice of a list that shows nothing and that no
 * rule names where others of the same list do, a form that asks for nothing, no rule of dates.
 */
export const consejosDe = (definicion: Definicion): Consejo[] => {
  const found: Consejo[] = [];
  const campos = fieldsOf(definicion);
  const reglas = JSON.stringify(definicion.reglas);
  const hidden = neverShown(campos);
  definicion.secciones.forEach((seccion, s) => {
    seccion.campos.forEach((campo, c) => {
      const donde = `secciones.${s}.campos.${c}`;
      if (hidden.has(campo.clave)) {
        found.push({
          donde: `${donde}.visibleSi`,
          mensaje: `«${campo.etiqueta}» no se mostrará nunca: su condición no puede cumplirse.`,
        });
      }
      const choices = claseOf(campo).choices?.(campo) ?? [];
      const used = choices.filter(
        (valor) =>
          campos.some(({ visibleSi }) => looksAt(visibleSi, campo.clave, valor)) ||
          reglas.includes(JSON.stringify(valor)),
      );
      // Where some lead somewhere, one that does not may have been forgotten; where none does, it is only asked.
      if (used.length > 1 && used.length === choices.length - 1) {
        const forgotten = choices.find((valor) => !used.includes(valor));
        found.push({
          donde: `${donde}.opciones`,
          mensaje: `En «${campo.etiqueta}», la opción «${forgotten}» es la única que ningún campo ni regla toma en cuenta.`,
        });
      }
    });
  });
  if (definicion.reglas.length === 0) {
    found.push({
      donde: 'reglas',
      mensaje:
        'No tiene reglas: cualquiera podrá inscribirse en cualquier momento, también fuera del periodo.',
    });
  }
  return found;
};

/** One difference between two versions, in a sentence; `clase` says with which sign it is shown. */
export type Diferencia = { clase: 'nuevo' | 'quitado' | 'cambiado'; donde: string; texto: string };

type Named = { clave: string };
const byClave = <T extends Named>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((one) => [one.clave, one]));

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

const saying = (valor: unknown): string => {
  if (valor === undefined || valor === '') return 'nada';
  if (typeof valor === 'boolean') return valor ? 'sí' : 'no';
  if (typeof valor === 'number' || typeof valor === 'string') return `«${valor}»`;
  if (Array.isArray(valor) && valor.every((one) => typeof one?.etiqueta === 'string')) {
    return valor.map(({ etiqueta }) => `«${etiqueta}»`).join(', ');
  }
  return '';
};

/** What is said, as text: without what of a condition only its editor looks at. */
const textOf = (said: unknown) => JSON.stringify(isGrupo(said) ? withoutIds(said) : said);

/** Which keys differ, each in words, with what it said and says where that is short enough to read. */
const differing = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  without: readonly string[],
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !without.includes(key) && textOf(before[key]) !== textOf(after[key]))
    .map((key) => {
      const name = NOMBRES.get(key) ?? `«${key}»`;
      const [was, is] = [saying(before[key]), saying(after[key])];
      if (was === '' || is === '' || was.length + is.length > 300) return name;
      return `${name} (decía ${was}; dice ${is})`;
    });

const compareLists = <T extends Named>(
  before: readonly T[],
  after: readonly T[],
  say: {
    donde: (one: T) => string;
    nuevo: (one: T) => string;
    quitado: (one: T) => string;
    cambiado: (one: T, changes: string) => string;
  },
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
      const changes = differing(was, one, without);
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
const compareRepartos = (before: Reparto, after: Reparto): Diferencia[] => {
  const { cupos: old, ...was } = before;
  const { cupos: now, ...is } = after;
  const changes = differing(was, is, []);
  return [
    ...compareLists(old, now, {
      donde: () => 'Lugares',
      nuevo: ({ nombre, lugares }) => `Se agregó el cupo «${nombre}», de ${lugares} lugares.`,
      quitado: ({ nombre }) => `Se quitó el cupo «${nombre}».`,
      cambiado: ({ nombre }, which) => `En el cupo «${nombre}» ${which}.`,
    }),
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

/** What `after` says that `before` did not, field by field and rule by rule, in plain Spanish. Equal versions: none. */
export const compareDefiniciones = (before: Definicion, after: Definicion): Diferencia[] => {
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
      ['clave', 'seccion'],
    ),
    ...moved,
    ...compareLists(before.reglas, after.reglas, {
      donde: () => 'Reglas',
      nuevo: ({ descripcion }) => `Se agregó la regla «${descripcion}».`,
      quitado: ({ descripcion }) => `Se quitó la regla «${descripcion}».`,
      cambiado: ({ descripcion }, changes) => `En la regla «${descripcion}» ${changes}.`,
    }),
    ...compareRepartos(repartoDe(before), repartoDe(after)),
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

type Unit = { readonly key: string; readonly nombre: string; readonly valor: string };

/** A definition in the parts that two people may change apart: each field, section, rule and message, and the orders. */
const unitsOf = (definicion: Definicion): Unit[] => [
  ...definicion.secciones.map(({ campos: _, ...seccion }) => ({
    key: `seccion ${seccion.clave}`,
    nombre: `Sección «${seccion.titulo}»`,
    valor: JSON.stringify(seccion),
  })),
  ...definicion.secciones.flatMap(({ clave, campos }) =>
    campos.map((campo) => ({
      key: `campo ${campo.clave}`,
      nombre: `Campo «${campo.etiqueta}»`,
      valor: JSON.stringify({ seccion: clave, campo }),
    })),
  ),
  ...definicion.reglas.map((regla) => ({
    key: `regla ${regla.clave}`,
    nombre: `Regla «${regla.descripcion}»`,
    valor: JSON.stringify(regla),
  })),
  ...(definicion.reparto
    ? [{ key: 'reparto', nombre: 'Lugares', valor: JSON.stringify(definicion.reparto) }]
    : []),
  {
    key: 'mensajes',
    nombre: 'Mensajes',
    valor: JSON.stringify({
      bienvenida: definicion.mensajes?.bienvenida ?? '',
      confirmacion: definicion.mensajes?.confirmacion ?? '',
    }),
  },
];

/** What a part of `partesDe` says, in words; null: it was taken away. */
export const describeParte = (valor: string | null | undefined): string => {
  if (valor === null || valor === undefined) return 'Lo quitó';
  const said = JSON.parse(valor) as Record<string, unknown>;
  const inner = (said.campo ?? said) as Record<string, unknown>;
  return Object.entries(inner)
    .flatMap(([key, one]) => {
      const words = key === 'clave' ? '' : saying(one);
      return words === '' ? [] : [`${NOMBRES.get(key) ?? key}: ${words}`];
    })
    .join('; ');
};

/** The parts of a definition by key, as `mergeChanges` of platform/shared/conflict.ts joins them, and what each is called. */
export const partesDe = (
  definicion: Definicion,
): { valores: Readonly<Record<string, string>>; nombres: Readonly<Record<string, string>> } => {
  const units = unitsOf(definicion);
  return {
    valores: Object.fromEntries(units.map(({ key, valor }) => [key, valor])),
    nombres: Object.fromEntries(units.map(({ key, nombre }) => [key, nombre])),
  };
};

/** In the order of `mine`; what only the other has goes after what it followed there. */
const joinOrder = (mine: readonly string[], theirs: readonly string[]): string[] => {
  const result = [...mine];
  theirs.forEach((key, i) => {
    if (result.includes(key)) return;
    const before = theirs.slice(0, i).findLast((one) => result.includes(one));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key);
  });
  return result;
};

/** A definition from its joined parts: in my order, with what only the other added where they put it. */
export const definicionDe = (
  valores: Readonly<Record<string, string | null>>,
  mine: Definicion,
  theirs: Definicion,
): Definicion => {
  const parts = <T>(kind: string): Map<string, T> =>
    new Map(
      Object.entries(valores).flatMap(([key, valor]): [string, T][] =>
        valor !== null && key.startsWith(`${kind} `)
          ? [[key.slice(kind.length + 1), JSON.parse(valor)]]
          : [],
      ),
    );
  const campos = parts<{ seccion: string; campo: Campo }>('campo');
  const secciones = parts<Omit<Definicion['secciones'][number], 'campos'>>('seccion');
  const reglas = parts<Definicion['reglas'][number]>('regla');
  const claves = (list: readonly Named[]) => list.map(({ clave }) => clave);
  const order = joinOrder(claves(fieldsOf(mine)), claves(fieldsOf(theirs)));
  const sections = joinOrder(claves(mine.secciones), claves(theirs.secciones)).filter((clave) =>
    secciones.has(clave),
  );
  const { reparto } = valores;
  const mensajes = JSON.parse(valores.mensajes ?? '{}') as NonNullable<Definicion['mensajes']>;
  return {
    secciones: sections.map((clave, i) => ({
      ...secciones.get(clave)!,
      campos: order.flatMap((one) => {
        const found = campos.get(one);
        if (!found) return [];
        // Its section was taken away by the other: what was written in it is not lost.
        const at = secciones.has(found.seccion) ? found.seccion : sections[0];
        return at === clave || (at === undefined && i === 0) ? [found.campo] : [];
      }),
    })),
    reglas: joinOrder(claves(mine.reglas), claves(theirs.reglas)).flatMap(
      (clave) => reglas.get(clave) ?? [],
    ),
    ...(typeof reparto === 'string' && { reparto: JSON.parse(reparto) as Reparto }),
    mensajes,
  };
};
