/** How a form is made: each act gives the definition that comes of it, and what was done can be undone. Pure. */
import { textOfPart } from '../../../platform/shared/conflict.ts';
import { fold } from '../../../platform/shared/search.ts';
import type { Definicion } from '../contract.ts';
import { claseOf, newCampo } from '../formulario/campos/rules.ts';
import type { Campo, CondicionCampo, DatoPersona } from '../formulario/contract.ts';
import { fieldsOf } from '../formulario/rules.ts';

/** How the data of a file are called where forms are made. */
export const NOMBRE_DE_DATO: Readonly<Record<DatoPersona, string>> = {
  nombreCompleto: 'Nombre completo',
  nombre: 'Nombre',
  apellidoPaterno: 'Apellido paterno',
  apellidoMaterno: 'Apellido materno',
  curp: 'CURP',
  fechaNacimiento: 'Fecha de nacimiento',
  sexo: 'Sexo',
  entidadNacimiento: 'Entidad de nacimiento',
  correo: 'Correo de contacto',
  telefono: 'Teléfono celular',
  numeroExpediente: 'Número de expediente',
  fechaIngreso: 'Fecha de ingreso al Poder Judicial',
  codigoPostal: 'Domicilio: código postal',
  municipio: 'Domicilio: municipio o alcaldía',
  colonia: 'Domicilio: colonia',
  calle: 'Domicilio: calle',
  numeroExterior: 'Domicilio: número exterior',
};

/** How an answer is compared, where it is said when a field is asked. */
export const COMPARACION: Readonly<Record<CondicionCampo['operador'], string>> = {
  contestado: 'tenga respuesta',
  igual: 'sea',
  distinto: 'no sea',
  incluye: 'incluya',
};

/** When a field is asked, by the answer to another: «cuando «Perfil» sea «Docente»». */
export const sayCuando = (condicion: CondicionCampo, asked: Campo | undefined): string => {
  const de = `cuando «${asked?.etiqueta ?? condicion.campo}» ${COMPARACION[condicion.operador]}`;
  if (condicion.operador === 'contestado') return de;
  const valor = asked ? claseOf(asked).print(asked, condicion.valor) : String(condicion.valor);
  return `${de} «${valor}»`;
};

type Seccion = Definicion['secciones'][number];

/** A key that nothing of the list has: the words of a text, or `base` and a number. */
export const freeClave = (taken: readonly string[], base: string, text = ''): string => {
  const [first = '', ...words] = fold(text)
    .replace(/[^a-z0-9 ]+/g, ' ')
    .split(' ')
    .filter(Boolean);
  const made = [first, ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('');
  const wish = /^[a-z]/.test(made) ? made.slice(0, 32) : base;
  if (wish !== base && !taken.includes(wish)) return wish;
  for (let n = wish === base ? 1 : 2; ; n++) {
    if (!taken.includes(`${wish}${n}`)) return `${wish}${n}`;
  }
};

const replaceAt = <T>(list: readonly T[], at: number, one: T): T[] =>
  list.map((was, i) => (i === at ? one : was));
const moveIn = <T>(list: readonly T[], from: number, to: number): T[] => {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
};

const withSeccion = (
  def: Definicion,
  clave: string,
  change: (seccion: Seccion) => Seccion,
): Definicion => ({
  ...def,
  secciones: def.secciones.map((one) => (one.clave === clave ? change(one) : one)),
});

export const addSeccion = (def: Definicion): { definicion: Definicion; clave: string } => {
  const clave = freeClave(
    def.secciones.map((one) => one.clave),
    'seccion',
  );
  return {
    definicion: { ...def, secciones: [...def.secciones, { clave, titulo: '', campos: [] }] },
    clave,
  };
};

export const setSeccion = (
  def: Definicion,
  clave: string,
  change: Partial<Pick<Seccion, 'titulo' | 'texto'>>,
): Definicion => withSeccion(def, clave, (one) => ({ ...one, ...change }));

export const removeSeccion = (def: Definicion, clave: string): Definicion => ({
  ...def,
  secciones: def.secciones.filter((one) => one.clave !== clave),
});

export const moveSeccion = (def: Definicion, clave: string, by: number): Definicion => {
  const from = def.secciones.findIndex((one) => one.clave === clave);
  return { ...def, secciones: moveIn(def.secciones, from, from + by) };
};

/** Puts a section before another one, or after it. */
export const placeSeccion = (
  def: Definicion,
  clave: string,
  { otra, after }: { otra: string; after: boolean },
): Definicion => {
  const from = def.secciones.findIndex((one) => one.clave === clave);
  const others = def.secciones.filter((one) => one.clave !== clave);
  const at = others.findIndex((one) => one.clave === otra);
  const to = at + (after ? 1 : 0);
  return from === -1 || at === -1 || from === to
    ? def
    : { ...def, secciones: moveIn(def.secciones, from, to) };
};

/** Where a section is, in words: «lugar 2 de 3». */
export const sayLugarDeSeccion = ({ secciones }: Definicion, clave: string): string =>
  `lugar ${secciones.findIndex((one) => one.clave === clave) + 1} de ${secciones.length}`;

/** Keys that a new field may not have: those of the form, and those that its other versions used (`usadas`). */
export const tomadasDe = (def: Definicion, usadas: readonly string[]): readonly string[] => [
  ...fieldsOf(def).map((campo) => campo.clave),
  ...usadas,
];

/** `usadas`: keys of the plantilla's other versions, whose answers would be read as this field's. */
export const addCampo = (
  def: Definicion,
  seccion: string,
  tipo: Campo['tipo'],
  usadas: readonly string[] = [],
): { definicion: Definicion; clave: string } => {
  const clave = freeClave(tomadasDe(def, usadas), 'campo');
  const definicion = withSeccion(def, seccion, (one) => ({
    ...one,
    campos: [...one.campos, newCampo(tipo, clave)],
  }));
  return { definicion, clave };
};

/** Beside the one that it copies; `usadas` as in `addCampo`. */
export const copyCampo = (
  def: Definicion,
  clave: string,
  usadas: readonly string[] = [],
): { definicion: Definicion; clave: string } => {
  const copy = freeClave(tomadasDe(def, usadas), 'campo');
  const secciones = def.secciones.map((seccion) => ({
    ...seccion,
    campos: seccion.campos.flatMap((campo) =>
      campo.clave === clave ? [campo, { ...structuredClone(campo), clave: copy }] : [campo],
    ),
  }));
  return { definicion: { ...def, secciones }, clave: copy };
};

/** Says something of a field; undefined takes away what it said. */
export const setCampo = (
  def: Definicion,
  clave: string,
  change: Readonly<Record<string, unknown>>,
): Definicion => ({
  ...def,
  secciones: def.secciones.map((seccion) => {
    const at = seccion.campos.findIndex((campo) => campo.clave === clave);
    if (at < 0) return seccion;
    const next = Object.fromEntries(
      Object.entries({ ...seccion.campos[at], ...change }).filter(([, said]) => said !== undefined),
    );
    return { ...seccion, campos: replaceAt(seccion.campos, at, next as Campo) };
  }),
});

/** Gives a field another kind: what is said of any stays. */
export const changeTipo = (def: Definicion, clave: string, tipo: Campo['tipo']): Definicion => ({
  ...def,
  secciones: def.secciones.map((seccion) => ({
    ...seccion,
    campos: seccion.campos.map((campo) => {
      if (campo.clave !== clave || campo.tipo === tipo) return campo;
      const next = newCampo(tipo, clave);
      const { etiqueta, ayuda, visibleSi, sensible } = campo;
      // Some kinds are never asked for.
      const obligatorio = campo.obligatorio && next.obligatorio;
      const kept = { etiqueta, ayuda, obligatorio, visibleSi, sensible };
      const said = Object.fromEntries(Object.entries(kept).filter(([, one]) => one !== undefined));
      // A list goes on being what there was to choose from.
      const opciones =
        'opciones' in campo && 'opciones' in next ? { opciones: campo.opciones } : {};
      return { ...next, ...said, ...opciones } as Campo;
    }),
  })),
});

/** Gives a field another key: the conditions on it follow. Rules that name it are the rules' editor's. */
export const renameCampo = (def: Definicion, clave: string, next: string): Definicion => ({
  ...def,
  secciones: def.secciones.map((seccion) => ({
    ...seccion,
    campos: seccion.campos.map((campo) => {
      const named = campo.clave === clave ? { ...campo, clave: next } : campo;
      return named.visibleSi?.campo === clave
        ? { ...named, visibleSi: { ...named.visibleSi, campo: next } }
        : named;
    }) as Campo[],
  })),
});

export const removeCampo = (def: Definicion, clave: string): Definicion => ({
  ...def,
  secciones: def.secciones.map((seccion) => ({
    ...seccion,
    campos: seccion.campos.filter((campo) => campo.clave !== clave),
  })),
});

/** Up or down by one, from section to section where one ends. At either end it stays. */
export const stepCampo = (def: Definicion, clave: string, by: 1 | -1): Definicion => {
  const s = def.secciones.findIndex(({ campos }) => campos.some((one) => one.clave === clave));
  const seccion = def.secciones[s];
  if (!seccion) return def;
  const at = seccion.campos.findIndex((one) => one.clave === clave);
  const to = at + by;
  if (to >= 0 && to < seccion.campos.length) {
    return withSeccion(def, seccion.clave, (one) => ({
      ...one,
      campos: moveIn(one.campos, at, to),
    }));
  }
  const beside = def.secciones[s + by];
  if (!beside) return def;
  return placeCampo(def, clave, beside.clave, by === 1 ? 0 : beside.campos.length);
};

/** Where a field stands, in words: «lugar 2 de 3 de «Datos»». */
export const sayLugar = (def: Definicion, clave: string): string => {
  const s = def.secciones.findIndex(({ campos }) => campos.some((one) => one.clave === clave));
  const seccion = def.secciones[s];
  if (!seccion) return '';
  const at = seccion.campos.findIndex((one) => one.clave === clave);
  return `lugar ${at + 1} de ${seccion.campos.length} de «${seccion.titulo || `Sección ${s + 1}`}»`;
};

/** Puts a field at a place of a section, counted among the others there. */
export const placeCampo = (
  def: Definicion,
  clave: string,
  seccion: string,
  at: number,
): Definicion => {
  const campo = fieldsOf(def).find((one) => one.clave === clave);
  const there = def.secciones.find((one) => one.clave === seccion)?.campos;
  if (!campo || !there) return def;
  // It stands there already.
  if (there.indexOf(campo) === Math.min(at, there.length - 1)) return def;
  return withSeccion(removeCampo(def, clave), seccion, (one) => ({
    ...one,
    campos: [...one.campos.slice(0, at), campo, ...one.campos.slice(at)],
  }));
};

/** Puts a field before another one, or after it. */
export const placeBeside = (
  def: Definicion,
  clave: string,
  { otro, after }: { otro: string; after: boolean },
): Definicion => {
  const isOther = (one: Campo) => one.clave === otro;
  const seccion = def.secciones.find(({ campos }) => campos.some(isOther));
  if (!seccion || clave === otro) return def;
  const others = seccion.campos.filter((one) => one.clave !== clave);
  return placeCampo(def, clave, seccion.clave, others.findIndex(isOther) + (after ? 1 : 0));
};

/** What was done, so that it can be undone: the oldest first, and what was undone, the next to redo first. */
export type Pasado<T> = {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last act was about: more of the same within a moment is one act. */
  readonly about: string | null;
  readonly at: number;
};

const MAX_PASADO = 50;
const MOMENT_MS = 1_500;

export const begin = <T>(now: T): Pasado<T> => ({
  past: [],
  now,
  future: [],
  about: null,
  at: 0,
});

/** One act more. `about`, where typing goes on, makes one act of what follows within a moment. */
export const act = <T>(was: Pasado<T>, now: T, about: string | null, at: number): Pasado<T> => {
  if (now === was.now) return was;
  const goesOn = about !== null && about === was.about && at - was.at < MOMENT_MS;
  const past = goesOn ? was.past : [...was.past, was.now].slice(-MAX_PASADO);
  return { past, now, future: [], about, at };
};

/** What was done up to a draft, as it stands on a device. */
export type EnEquipo<T> = {
  readonly base: T;
  readonly pasado: Pasado<T>;
  /** On which screen: what was done to the rules is not undone where the form is made. */
  readonly pantalla?: string;
};

/** Whether the server has all that stands on the device: what is left is what can be undone. */
export const isSaved = <T>({ base, pasado }: EnEquipo<T>): boolean =>
  textOfPart(base) === textOfPart(pasado.now);

/** Whether what can be undone of it is offered there: what was done to the rules is not undone where the form is made. */
export const isUndoneOn = <T>(found: EnEquipo<T>, pantalla: string): boolean =>
  found.pantalla === pantalla || !isSaved(found);

/** The same acts, done on something else: what somebody else wrote meanwhile is not undone with one's own. */
export const rebase = <T>(was: Pasado<T>, now: T, onto: (one: T) => T): Pasado<T> => {
  const [past, future] = [was.past, was.future].map((list) => list.map(onto)) as [T[], T[]];
  const isSame = (one: T, other: T) => textOfPart(one) === textOfPart(other);
  return {
    // What the other's writing left nothing of is no act any more.
    past: past.filter((one, i) => !isSame(one, i === past.length - 1 ? now : past[i + 1]!)),
    now,
    future: future.filter((one, i) => !isSame(one, i === 0 ? now : future[i - 1]!)),
    about: null,
    at: 0,
  };
};

export const undo = <T>(was: Pasado<T>): Pasado<T> => {
  const now = was.past.at(-1);
  if (now === undefined) return was;
  return {
    past: was.past.slice(0, -1),
    now,
    future: [was.now, ...was.future],
    about: null,
    at: 0,
  };
};

export const redo = <T>(was: Pasado<T>): Pasado<T> => {
  const [now, ...future] = was.future;
  if (now === undefined) return was;
  return { past: [...was.past, was.now], now, future, about: null, at: 0 };
};
