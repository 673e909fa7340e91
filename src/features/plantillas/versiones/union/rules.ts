/** Two who edit one draft: what each changed, part by part, and one definition of both. Pure, on both sides. */

import { type Merge, mergeChanges, textOfPart } from '../../../../platform/shared/conflict.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import { freeClave, renameCampo } from '../../constructor/rules.ts';
import type { Definicion } from '../../contract.ts';
import type { Reparto } from '../../cupos/contract.ts';
import type { Campo } from '../../formulario/contract.ts';
import { respuestaField } from '../../formulario/hechos/rules.ts';
import { withoutIds } from '../../redaccion/rules.ts';
import type { HechoDeclarado, Regla } from '../../reglas/contract.ts';
import { isGrupo } from '../../reglas/rules.ts';
import { differing } from '../comparacion/rules.ts';
import {
  camposEn,
  type Disputada,
  disputadasDe,
  lugarDe,
  lugarSinElla,
  type Tres,
} from '../disputadas/rules.ts';
import { createSaying, nombreDe } from '../palabras/rules.ts';

type Unit = { readonly key: string; readonly nombre: string; readonly valor: string };

/** A definition in the parts that two people may change apart: each field, section, rule and message, and the orders. */
const unitsOf = (definicion: Definicion): Unit[] => [
  ...definicion.secciones.map(({ campos: _, ...seccion }) => ({
    key: `seccion ${seccion.clave}`,
    nombre: `Sección «${seccion.titulo}»`,
    valor: textOfPart(seccion),
  })),
  ...definicion.secciones.flatMap(({ clave, campos }) =>
    campos.map((campo) => ({
      key: `campo ${campo.clave}`,
      nombre: `Campo «${campo.etiqueta}»`,
      valor: textOfPart({ seccion: clave, campo }),
    })),
  ),
  ...definicion.reglas.map((regla) => ({
    key: `regla ${regla.clave}`,
    nombre: `Regla ${quoted(regla.descripcion)}`,
    valor: textOfPart(regla),
  })),
  ...(definicion.reparto
    ? [{ key: 'reparto', nombre: 'Lugares', valor: textOfPart(definicion.reparto) }]
    : []),
  {
    key: 'mensajes',
    nombre: 'Mensajes',
    valor: textOfPart({
      bienvenida: definicion.mensajes?.bienvenida ?? '',
      confirmacion: definicion.mensajes?.confirmacion ?? '',
    }),
  },
];

/** The parts of a definition by key, as `mergeChanges` of platform/shared/conflict.ts joins them, and what each is called. */
const partesDe = (
  definicion: Definicion,
): { valores: Readonly<Record<string, string>>; nombres: Readonly<Record<string, string>> } => {
  const units = unitsOf(definicion);
  return {
    valores: Object.fromEntries(units.map(({ key, valor }) => [key, valor])),
    nombres: Object.fromEntries(units.map(({ key, nombre }) => [key, nombre])),
  };
};

type Said = Readonly<Record<string, unknown>>;

/** What goes together of a part: the rest of what a field says depends on its kind. */
const CONJUNTOS: Readonly<Record<string, (key: string) => string>> = {
  campo: (key) => (COMUNES.has(key) ? key : 'respuesta'),
  regla: (key) => (key === 'puntos' ? 'efecto' : key),
};
const COMUNES = new Set(['lugar', 'etiqueta', 'ayuda', 'obligatorio', 'visibleSi', 'sensible']);
/** What the sets are called that are not called after their only key. */
const NOMBRE_DE_CONJUNTO = new Map([
  ['lugar', 'la sección en que está'],
  ['respuesta', 'el tipo de respuesta y sus límites'],
]);

/** What a part says, by key: a field with the section in which it stands. */
const saidIn = (valor: string): Said => {
  const said = JSON.parse(valor) as { seccion?: string; campo?: Said };
  return said.campo === undefined ? (said as Said) : { ...said.campo, lugar: said.seccion };
};
const partOf = (kind: string, { lugar, ...said }: Said): string =>
  textOfPart(kind === 'campo' ? { seccion: lugar, campo: said } : said);
const kindOf = (parte: string): string => parte.split(' ', 1)[0]!;

/** A part by what of it two people may change apart. */
const aspectosDe = (parte: string, valor: string | undefined): Record<string, string> => {
  const setOf = lookUp(CONJUNTOS, kindOf(parte)) ?? ((key: string) => key);
  const sets: Record<string, Record<string, unknown>> = {};
  for (const [key, said] of Object.entries(valor === undefined ? {} : saidIn(valor))) {
    const set = sets[setOf(key)] ?? {};
    sets[setOf(key)] = { ...set, [key]: isGrupo(said) ? withoutIds(said) : said };
  }
  return Object.fromEntries(Object.entries(sets).map(([set, said]) => [set, textOfPart(said)]));
};
const ofAspectos = (parte: string, aspectos: Readonly<Record<string, string | null>>): string =>
  partOf(
    kindOf(parte),
    Object.assign({}, ...Object.values(aspectos).map((said) => JSON.parse(said ?? '{}') as Said)),
  );

const DETALLE = '/';
const detalleDe = (parte: string, aspecto: string) => `${parte}${DETALLE}${aspecto}`;
const splitDetalle = (key: string): readonly [parte: string, aspecto: string | undefined] => {
  const at = key.indexOf(DETALLE);
  return at === -1 ? [key, undefined] : [key.slice(0, at), key.slice(at + 1)];
};

/** Something that two may put in order: the sections, the rules, the fields of one section. */
type Lista = {
  readonly key: string;
  readonly nombre: string;
  /** What is in it, in order: its key and how it is called. */
  readonly de: (definicion: Definicion) => readonly (readonly [clave: string, nombre: string])[];
};

const ORDEN_SECCIONES: Lista = {
  key: 'orden secciones',
  nombre: 'Orden de las secciones',
  de: ({ secciones }) => secciones.map(({ clave, titulo }) => [clave, titulo]),
};
const ORDEN_REGLAS: Lista = {
  key: 'orden reglas',
  nombre: 'Orden de las reglas',
  de: ({ reglas }) => reglas.map(({ clave, descripcion }) => [clave, descripcion]),
};
const ordenDeCampos = ({ clave, titulo }: { clave: string; titulo: string }): Lista => ({
  key: `orden campos ${clave}`,
  nombre: `Orden de los campos de «${titulo}»`,
  de: (definicion) => camposEn(definicion, clave).map((campo) => [campo.clave, campo.etiqueta]),
});
const listasDe = ({ secciones }: Definicion): Lista[] => [
  ORDEN_SECCIONES,
  ORDEN_REGLAS,
  ...secciones.map(ordenDeCampos),
];
const ordenOf = ({ de }: Lista, definicion: Definicion) => de(definicion).map(([clave]) => clave);

/** What is in all three, in the order of each. */
const ordenesDe = (lista: Lista, { base, mine, theirs }: Tres) => {
  const all = [base, mine, theirs].map((one) => ordenOf(lista, one)) as [
    string[],
    string[],
    string[],
  ];
  const common = (list: string[]) =>
    list.filter((one) => all.every((other) => other.includes(one)));
  const [was, mia, suya] = all.map(common).map(textOfPart);
  return { was, mia, suya };
};

/** What both put in order, each in another. */
const ordenesDisputados = (tres: Tres): Lista[] =>
  listasDe(tres.mine).filter((lista) => {
    const { was, mia, suya } = ordenesDe(lista, tres);
    return mia !== was && suya !== was && mia !== suya;
  });

/** All parts of a definition, and what each says by its aspects: what may be chosen between two. */
export const detallesDe = (definicion: Definicion): Readonly<Record<string, string>> => {
  const { valores } = partesDe(definicion);
  const detalles = Object.entries(valores).flatMap(([parte, valor]) =>
    Object.entries(aspectosDe(parte, valor)).map(([aspecto, said]) => [
      detalleDe(parte, aspecto),
      said,
    ]),
  );
  const ordenes = listasDe(definicion).map((lista) => [
    lista.key,
    textOfPart(ordenOf(lista, definicion)),
  ]);
  return { ...valores, ...Object.fromEntries([...detalles, ...ordenes]) };
};

/** Joins, of what both changed, what each of its aspects says; what is left is asked about. */
const unirAspectos = (
  parte: string,
  partes: readonly [was: string | undefined, mia: string, suya: string],
): { valor: string; conflictos: string[]; ajenos: string[] } => {
  const [was, mia, suya] = partes.map((one) => aspectosDe(parte, one)) as [
    Record<string, string>,
    Record<string, string>,
    Record<string, string>,
  ];
  const inner = mergeChanges(was, mia, suya);
  const named = (aspectos: readonly string[]) => aspectos.map((one) => detalleDe(parte, one));
  return {
    valor: ofAspectos(parte, inner.valores),
    conflictos: named(inner.conflictos),
    ajenos: named(inner.ajenos),
  };
};

/**
 * A section that one took away while the other wrote in it is one question, with all that it holds: what the other has in
 * it stands until it is answered, and what of it is nobody's own is not asked apart.
 */
const withDisputada = (
  { valores, conflictos, ajenos }: Merge<string>,
  { clave, campos }: Disputada,
  mia: Readonly<Record<string, string>>,
): Merge<string> => {
  const seccion = `seccion ${clave}`;
  const suyos = new Map(
    campos.map((campo) => [`campo ${campo.clave}`, textOfPart({ seccion: clave, campo })]),
  );
  const apart = (partes: readonly string[]) =>
    partes.filter((parte) => parte !== seccion && !suyos.has(parte));
  return {
    valores: { ...valores, [seccion]: mia[seccion] ?? null, ...Object.fromEntries(suyos) },
    conflictos: [seccion, ...apart(conflictos)],
    ajenos: apart(ajenos),
  };
};

/**
 * Joins what two wrote from one `base`: by parts and, of one that both changed, by its aspects. What is asked about is what
 * both changed to different things: `campo edad/ayuda`, or `campo edad` where one of the two took it away; a section
 * that one took away while the other wrote in it; and what both put in order.
 */
export const unirDefiniciones = (
  base: Definicion,
  mine: Definicion,
  theirs: Definicion,
): Merge<string> => {
  const [was, mia, suya] = [base, mine, theirs].map((one) => partesDe(one).valores) as [
    Record<string, string>,
    Record<string, string>,
    Record<string, string>,
  ];
  const merge = mergeChanges(was, mia, suya);
  const valores: Record<string, string | null> = { ...merge.valores };
  const ajenos = [...merge.ajenos];
  const conflictos = merge.conflictos.flatMap((parte) => {
    const [my, their] = [mia[parte], suya[parte]];
    if (my === undefined || their === undefined) return [parte];
    const inner = unirAspectos(parte, [was[parte], my, their]);
    valores[parte] = inner.valor;
    ajenos.push(...inner.ajenos);
    return inner.conflictos;
  });
  const tres = { base, mine, theirs };
  const joined = disputadasDe(tres).reduce<Merge<string>>(
    (all, one) => withDisputada(all, one, mia),
    { valores, conflictos, ajenos },
  );
  const ordenes = ordenesDisputados(tres);
  const mias = ordenes.map((lista) => [lista.key, textOfPart(ordenOf(lista, mine))]);
  return {
    ...joined,
    valores: { ...joined.valores, ...Object.fromEntries(mias) },
    conflictos: [...joined.conflictos, ...ordenes.map(({ key }) => key)],
  };
};

type Sustitucion = readonly [from: string, to: string];

/** A condition that asks for the answer to a field by another key. */
const askingInstead = <T>(node: T, fields: Sustitucion): T => {
  if (isGrupo(node)) {
    return { ...node, rules: node.rules.map((one) => askingInstead(one, fields)) };
  }
  const [from, to] = fields;
  return (node as { field?: unknown }).field === from ? { ...node, field: to } : node;
};

/** Something new, by another key: whatever names it follows. */
const RENAMES: Readonly<Record<string, (one: Definicion, claves: Sustitucion) => Definicion>> = {
  seccion: (one, [from, to]) => ({
    ...one,
    secciones: one.secciones.map((seccion) =>
      seccion.clave === from ? { ...seccion, clave: to } : seccion,
    ),
  }),
  campo: (one, [from, to]) => {
    const fields = [respuestaField(from), respuestaField(to)] as const;
    const asking = <R extends { condicion: Regla['condicion'] }>(all: readonly R[]): R[] =>
      all.map((regla) => ({ ...regla, condicion: askingInstead(regla.condicion, fields) }));
    const { reparto } = one;
    return {
      ...renameCampo(one, from, to),
      reglas: asking(one.reglas),
      ...(reparto && { reparto: { ...reparto, cupos: asking(reparto.cupos) } }),
    };
  },
  regla: (one, [from, to]) => ({
    ...one,
    reglas: one.reglas.map((regla) => (regla.clave === from ? { ...regla, clave: to } : regla)),
  }),
};

/**
 * What I wrote, where what is new in it never has the key of something else that is new in theirs: keys are given one after
 * another, so that of two who add a field at once both get the same. `usadas`: keys of fields of other versions, which it is
 * not given either.
 */
export const apartarNuevas = (
  base: Definicion,
  mine: Definicion,
  theirs: Definicion,
  usadas: readonly string[] = [],
): Definicion => {
  const [was, suya] = [base, theirs].map((one) => partesDe(one).valores) as [
    Record<string, string>,
    Record<string, string>,
  ];
  // A section first: its fields are then in another one.
  return Object.entries(RENAMES).reduce((mia, [kind, rename]) => {
    const { valores } = partesDe(mia);
    const clave = (parte: string) => parte.slice(kind.length + 1);
    const taken = [...Object.keys(valores), ...Object.keys(suya)]
      .filter((parte) => kindOf(parte) === kind)
      .map(clave);
    return Object.keys(valores)
      .filter(
        (parte) =>
          kindOf(parte) === kind &&
          was[parte] === undefined &&
          suya[parte] !== undefined &&
          suya[parte] !== valores[parte],
      )
      .reduce((one, parte) => {
        const free = freeClave(kind === 'campo' ? [...taken, ...usadas] : taken, kind);
        taken.push(free);
        return rename(one, [clave(parte), free]);
      }, mia);
  }, mine);
};

/**
 * One definition of both, without a question: mine where both changed the same to different things, or theirs where
 * `esMio` says that it is not for me to say.
 */
export const unirSinPreguntar = (
  base: Definicion,
  mine: Definicion,
  theirs: Definicion,
  esMio: (parte: string) => boolean = () => true,
): Definicion => {
  const same = (one: Definicion) => textOfPart(one) === textOfPart(base);
  if (same(mine)) return theirs;
  if (same(theirs)) return mine;
  const { valores, conflictos } = unirDefiniciones(base, mine, theirs);
  const suyas = detallesDe(theirs);
  const cedidas = conflictos
    .filter((parte) => !esMio(parte))
    .map((parte) => [parte, suyas[parte] ?? null]);
  return definicionDe({ ...valores, ...Object.fromEntries(cedidas) }, { base, mine, theirs });
};

/** How a part, or an aspect of one, is called; undefined: it is not in that definition. */
export const nombreDeParte = (key: string, definicion: Definicion): string | undefined => {
  const lista = listasDe(definicion).find((one) => one.key === key);
  if (lista) return lista.nombre;
  const [parte, aspecto] = splitDetalle(key);
  const nombre = partesDe(definicion).nombres[parte];
  if (nombre === undefined || aspecto === undefined) return nombre;
  return `${nombre}: ${NOMBRE_DE_CONJUNTO.get(aspecto) ?? nombreDe(aspecto) ?? aspecto}`;
};

/** What stands in a list from where its order is another than in the other one, as far as it is. */
const describeOrden = (lista: Lista, definicion: Definicion, other: Definicion): string => {
  const there = ordenOf(lista, other);
  const here = lista.de(definicion).filter(([clave]) => there.includes(clave));
  const mine = new Set(here.map(([clave]) => clave));
  const kept = there.filter((clave) => mine.has(clave));
  const differs = ([clave]: readonly [string, string], i: number) => clave !== kept[i];
  const moved = here.slice(here.findIndex(differs), here.findLastIndex(differs) + 1);
  return moved.map(([, nombre]) => quoted(nombre)).join(', ') || 'Lo mismo';
};

const sayCampos = (campos: readonly Campo[]): string =>
  campos.map(({ etiqueta }) => `«${etiqueta}»`).join(', ');

/**
 * What a definition says of a part, in words, beside another: only what differs, where both have it. `hechos`: what its
 * rules may ask for, to say their conditions; `documentos`: what the types of document are called.
 */
export const describeParte = (
  key: string,
  definicion: Definicion,
  other: Definicion,
  hechos: readonly HechoDeclarado[] = [],
  documentos?: ReadonlyMap<string, string>,
): string => {
  const lista = listasDe(definicion).find((one) => one.key === key);
  if (lista) return describeOrden(lista, definicion, other);
  const [parte, aspecto] = splitDetalle(key);
  const [here, there] = [definicion, other].map((one) => partesDe(one).valores[parte]);
  if (here === undefined) return 'Se quitó';
  if (there === undefined && kindOf(parte) === 'seccion') {
    const campos = definicion.secciones.find(({ clave }) => `seccion ${clave}` === parte)?.campos;
    return campos?.length ? `Se queda, con ${sayCampos(campos)}` : 'Se queda';
  }
  const say = createSaying(definicion, hechos, documentos);
  const said = saidIn(here);
  const beside = there === undefined ? undefined : saidIn(there);
  const setOf = lookUp(CONJUNTOS, kindOf(parte)) ?? ((one: string) => one);
  const keys = [...new Set([...Object.keys(said), ...Object.keys(beside ?? {})])].filter(
    (one) => one !== 'clave' && (aspecto === undefined || setOf(one) === aspecto),
  );
  const changed = beside ? differing(beside, said, keys) : keys;
  const words = changed.map((one) => {
    const value = say(said[one], one);
    if (changed.length === 1 && aspecto !== undefined) return value || 'otra cosa';
    const name = NOMBRE_DE_CONJUNTO.get(one) ?? nombreDe(one) ?? one;
    return value === '' ? name : `${name}: ${value}`;
  });
  return words.length === 0 ? 'Lo mismo' : words.join('; ');
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

/** With the aspects that were chosen put in their parts. */
const withDetalles = (
  chosen: Readonly<Record<string, string | null>>,
): Record<string, string | null> => {
  const entries = Object.entries(chosen);
  const valores = Object.fromEntries(entries.filter(([key]) => !key.includes(DETALLE)));
  for (const [key, said] of entries) {
    const [parte, aspecto] = splitDetalle(key);
    const valor = valores[parte];
    if (aspecto === undefined || typeof valor !== 'string') continue;
    valores[parte] = ofAspectos(parte, { ...aspectosDe(parte, valor), [aspecto]: said });
  }
  return valores;
};

type Chosen = Readonly<Record<string, string | null>>;

/** The one that was chosen; or else theirs first, where I moved nothing of what all have. */
const orderOf = (lista: Lista, tres: Tres, chosen: Chosen): string[] => {
  const [mia, suya] = [tres.mine, tres.theirs].map((one) => ordenOf(lista, one)) as [
    string[],
    string[],
  ];
  const elegido = chosen[lista.key];
  if (typeof elegido === 'string') {
    return joinOrder(joinOrder(JSON.parse(elegido) as string[], mia), suya);
  }
  const { was, mia: kept } = ordenesDe(lista, tres);
  return was === kept ? joinOrder(suya, mia) : joinOrder(mia, suya);
};

/** What was chosen of one kind, by its key. */
const chosenOf = <T>(kind: string, valores: Chosen): Map<string, T> =>
  new Map(
    Object.entries(valores).flatMap(([key, valor]): [string, T][] =>
      valor !== null && key.startsWith(`${kind} `)
        ? [[key.slice(kind.length + 1), JSON.parse(valor)]]
        : [],
    ),
  );

/**
 * The fields that stay, each with the section in which it stands. Of a section that was taken away while somebody wrote in
 * it, what nobody wrote in goes with it, and what they wrote goes where the other has it, or to the first section.
 */
const colocados = (
  valores: Chosen,
  stays: readonly string[],
  tres: Tres,
): Map<string, { seccion: string; campo: Campo }> => {
  const quitadas = disputadasDe(tres).filter(({ clave }) => !stays.includes(clave));
  const intactos = new Set(quitadas.flatMap((one) => one.intactos));
  const found = chosenOf<{ seccion: string; campo: Campo }>('campo', valores);
  return new Map(
    [...found].flatMap(([clave, { seccion, campo }]) => {
      if (stays.includes(seccion)) return [[clave, { seccion, campo }] as const];
      const otra = intactos.has(clave) ? undefined : lugarSinElla(clave, stays, tres);
      return otra === undefined ? [] : [[clave, { seccion: otra, campo }] as const];
    }),
  );
};

/**
 * A definition from its joined parts, also those that were chosen: in my order, or in theirs where I moved nothing, with
 * what only the other added where they put it.
 */
export const definicionDe = (chosen: Chosen, tres: Tres): Definicion => {
  const valores = withDetalles(chosen);
  const secciones = chosenOf<Omit<Definicion['secciones'][number], 'campos'>>('seccion', valores);
  const reglas = chosenOf<Definicion['reglas'][number]>('regla', valores);
  const ordered = (lista: Lista) => orderOf(lista, tres, chosen);
  const sections = ordered(ORDEN_SECCIONES).filter((clave) => secciones.has(clave));
  const campos = colocados(valores, sections, tres);
  /** In the order of that section; what came to it from another, after. */
  const camposDe = (seccion: string): Campo[] => {
    const order = ordered(ordenDeCampos({ clave: seccion, titulo: '' }));
    return [...new Set([...order, ...campos.keys()])].flatMap((clave) => {
      const found = campos.get(clave);
      return found?.seccion === seccion ? [found.campo] : [];
    });
  };
  const { reparto } = valores;
  const mensajes = Object.entries(
    JSON.parse(valores.mensajes ?? '{}') as NonNullable<Definicion['mensajes']>,
  ).filter(([, said]) => said !== '');
  return {
    secciones: sections.map((clave) => ({ ...secciones.get(clave)!, campos: camposDe(clave) })),
    reglas: ordered(ORDEN_REGLAS).flatMap((clave) => reglas.get(clave) ?? []),
    ...(typeof reparto === 'string' && { reparto: JSON.parse(reparto) as Reparto }),
    ...(mensajes.length > 0 && { mensajes: Object.fromEntries(mensajes) }),
  };
};

/**
 * What becomes of what is in a section where it is taken away, in words: what goes with it, and where what was written in
 * it goes. Undefined: the part is no section that one took away while the other wrote in it.
 */
export const describeTraslado = (
  parte: string,
  valores: Chosen,
  tres: Tres,
): string | undefined => {
  const disputada = disputadasDe(tres).find(({ clave }) => `seccion ${clave}` === parte);
  if (!disputada) return undefined;
  const sin = definicionDe({ ...valores, [parte]: null }, tres);
  const donde = lugarDe(sin);
  const goes = disputada.campos.filter(({ clave }) => !donde.has(clave));
  const moves = sin.secciones.flatMap(({ clave, titulo }) => {
    const here = disputada.campos.filter((campo) => donde.get(campo.clave)?.seccion === clave);
    return here.length === 0
      ? []
      : [`Lo que se escribió en ella pasa a «${titulo}»: ${sayCampos(here)}.`];
  });
  const why = sin.secciones.length === 0 ? ', porque no queda otra sección' : '';
  return [
    ...(goes.length === 0 ? [] : [`Con ella se quita: ${sayCampos(goes)}${why}.`]),
    ...moves,
  ].join(' ');
};
