/** How rules are written: each act gives the definition, or the part of a condition, that comes of it. Pure. */

import { freeClave } from '../constructor/rules.ts';
import type { Definicion } from '../contract.ts';
import type { Cupo, Reparto } from '../cupos/contract.ts';
import { repartoDe } from '../cupos/rules.ts';
import {
  EFECTOS,
  type Efecto,
  type Grupo,
  type HechoDeclarado,
  type Hoja,
  type Regla,
  type TipoHecho,
  VENTANA,
} from '../reglas/contract.ts';
import { operadoresDe, operadorOf } from '../reglas/operadores/rules.ts';
import { HECHO_HOY, isGrupo, splitField } from '../reglas/rules.ts';

/** The rule that a blank plantilla begins with: nobody enrols outside the edition's own dates. */
export const REGLA_DE_FECHAS: Regla = {
  clave: 'ventana',
  efecto: 'impide',
  condicion: { combinator: 'and', rules: [{ field: VENTANA, operator: 'open', value: true }] },
  descripcion: 'La inscripción se envía dentro de su periodo.',
  mensaje: 'Solo puede inscribirse dentro del periodo de inscripción de la edición.',
};

/** A condition that says nothing yet. */
export const HOJA_VACIA: Hoja = { field: '', operator: '=', value: '' };

/** What each effect does, as whoever writes chooses it. */
export const EFECTO: Readonly<Record<Efecto, string>> = {
  impide: 'Impide inscribirse',
  revision: 'Pasa a revisión',
  advierte: 'Advierte',
  prioriza: 'Da prioridad',
};
export const OPCIONES_EFECTO = EFECTOS.map((value) => ({ value, label: EFECTO[value] }));

type Change = Partial<Omit<Regla, 'clave'>>;

const withReglas = (def: Definicion, change: (reglas: Regla[]) => Regla[]): Definicion => ({
  ...def,
  reglas: change(def.reglas),
});
const claves = ({ reglas }: Definicion) => reglas.map(({ clave }) => clave);

export const addRegla = (def: Definicion): { definicion: Definicion; clave: string } => {
  const clave = freeClave(claves(def), 'regla');
  const regla: Regla = {
    clave,
    efecto: 'impide',
    condicion: { combinator: 'and', rules: [HOJA_VACIA] },
    descripcion: '',
    mensaje: '',
  };
  return { definicion: withReglas(def, (all) => [...all, regla]), clave };
};

/** Beside the one that it copies. */
export const copyRegla = (
  def: Definicion,
  clave: string,
): { definicion: Definicion; clave: string } => {
  const copy = freeClave(claves(def), 'regla');
  const definicion = withReglas(def, (all) =>
    all.flatMap((one) =>
      one.clave === clave ? [one, { ...structuredClone(one), clave: copy }] : [one],
    ),
  );
  return { definicion, clave: copy };
};

/** Says something of a rule. Only one that `prioriza` gives points. */
export const setRegla = (def: Definicion, clave: string, change: Change): Definicion =>
  withReglas(def, (all) =>
    all.map((one) => {
      if (one.clave !== clave) return one;
      const { puntos, ...rest } = { ...one, ...change };
      return rest.efecto === 'prioriza' ? { ...rest, puntos: puntos ?? 1 } : rest;
    }),
  );

export const removeRegla = (def: Definicion, clave: string): Definicion =>
  withReglas(def, (all) => all.filter((one) => one.clave !== clave));

/** Up (-1) or down (1) by one; at either end it stays. */
export const moveRegla = (def: Definicion, clave: string, by: 1 | -1): Definicion =>
  withReglas(def, (all) => {
    const from = all.findIndex((one) => one.clave === clave);
    const to = from + by;
    if (from < 0 || to < 0 || to >= all.length) return all;
    const rest = all.filter((_, i) => i !== from);
    return [...rest.slice(0, to), all[from]!, ...rest.slice(to)];
  });

/** How the parts of a group are joined, as one chooses it. */
export const JUNTAS = {
  todas: { combinator: 'and', not: false, palabras: 'todas' },
  alguna: { combinator: 'or', not: false, palabras: 'alguna' },
  ninguna: { combinator: 'or', not: true, palabras: 'ninguna' },
  noTodas: { combinator: 'and', not: true, palabras: 'no todas a la vez' },
} as const;
export type Junta = keyof typeof JUNTAS;

export const juntaOf = ({ combinator, not }: { combinator?: unknown; not?: unknown }): Junta => {
  if (combinator === 'or') return not === true ? 'ninguna' : 'alguna';
  return not === true ? 'noTodas' : 'todas';
};

/** The fact of a leaf, when there is one of that name; today is one too. */
export const declaradoOf = (
  hechos: readonly HechoDeclarado[],
  field: unknown,
): HechoDeclarado | undefined => {
  if (typeof field !== 'string') return undefined;
  const { clave } = splitField(field);
  return clave === HECHO_HOY.clave ? HECHO_HOY : hechos.find((one) => one.clave === clave);
};

type Valor = Hoja['value'];
const VACIOS: Readonly<Record<TipoHecho, Valor>> = {
  texto: '',
  numero: 0,
  booleano: true,
  fecha: '',
  clave: '',
  claves: '',
  periodo: true,
};

/** What a comparison begins with, by how many values it takes. */
const emptyValor = (tipo: TipoHecho, operator: string): Valor => {
  const one = VACIOS[tipo];
  const cuantos = operadorOf(tipo, operator)?.valores ?? 'uno';
  if (cuantos === 'uno') return one;
  return (cuantos === 'dos' ? [one, one] : []) as Valor;
};

/** What one compares with first, where it is not whether both are equal. */
const PRIMERO: Partial<Record<TipoHecho, string>> = { numero: '>=', fecha: '>=' };

/** A leaf about that fact: of the one that there was, what is not about another stays. */
export const withHecho = (hoja: Hoja, declarado: HechoDeclarado, argumento = ''): Hoja => {
  const field = declarado.argumento ? `${declarado.clave}:${argumento}` : declarado.clave;
  if (splitField(hoja.field).clave === declarado.clave) return { ...hoja, field };
  const operator = PRIMERO[declarado.tipo] ?? operadoresDe(declarado.tipo)[0]![0];
  const { id } = hoja;
  return { ...(id && { id }), field, operator, value: emptyValor(declarado.tipo, operator) };
};

/** The same leaf compared otherwise: its values stay as far as they can. */
export const withOperador = (hoja: Hoja, { tipo }: HechoDeclarado, operator: string): Hoja => {
  const before = operadorOf(tipo, hoja.operator)?.valores ?? 'uno';
  const now = operadorOf(tipo, operator)?.valores ?? 'uno';
  if (before === now) return { ...hoja, operator };
  const all = [hoja.value].flat().filter((one) => one !== '') as (string | number)[];
  const [first = VACIOS[tipo] as string | number, second = first] = all;
  const value = now === 'uno' ? first : now === 'dos' ? [first, second] : all;
  return { ...hoja, operator, value: value as Valor };
};

/** A leaf with that value, and how its keys are called where that is known. */
export const withValor = (
  hoja: Hoja,
  value: Valor,
  palabras: Readonly<Record<string, string>> = {},
): Hoja => {
  const known = { ...hoja.palabras, ...palabras };
  const { argumento } = splitField(hoja.field);
  const named = [...[value].flat().map(String), argumento ?? ''];
  const kept = Object.entries(known).filter(([key]) => named.includes(key));
  const { palabras: _, ...rest } = hoja;
  return { ...rest, value, ...(kept.length > 0 && { palabras: Object.fromEntries(kept) }) };
};

/** The condition without what only an editor looks at: two that say the same are equal. */
export const withoutIds = (node: unknown): unknown => {
  if (typeof node !== 'object' || node === null) return node;
  const { id: _, ...rest } = node as Record<string, unknown>;
  return isGrupo(rest) ? { ...rest, rules: rest.rules.map(withoutIds) } : rest;
};

/** A group to begin with. */
export const grupoVacio = (): Grupo => ({ combinator: 'and', rules: [HOJA_VACIA] });

/** What may happen when the seats are gone, in words. */
export const OPCIONES_AL_LLENARSE = [
  { value: 'cerrar', label: 'No se reciben más inscripciones' },
  { value: 'esperaPorTurno', label: 'Lista de espera por orden de llegada' },
  { value: 'esperaPorPuntos', label: 'Lista de espera por puntos, y luego por orden de llegada' },
] as const satisfies readonly { value: Reparto['alLlenarse']; label: string }[];

/** A draft whose seats are given out otherwise. */
export const setReparto = (def: Definicion, said: Partial<Reparto>): Definicion => ({
  ...def,
  reparto: { ...repartoDe(def), ...said },
});

/** One more quota, still to be written. */
export const addCupo = (def: Definicion): Definicion => {
  const { cupos } = repartoDe(def);
  const cupo: Cupo = {
    clave: freeClave(
      cupos.map(({ clave }) => clave),
      'cupo',
    ),
    nombre: '',
    condicion: {
      combinator: 'and',
      rules: [HOJA_VACIA],
    },
    lugares: 0,
    liberaDias: 3,
  };
  return setReparto(def, { cupos: [...cupos, cupo] });
};

export const setCupo = (def: Definicion, clave: string, said: Partial<Cupo>): Definicion =>
  setReparto(def, {
    cupos: repartoDe(def).cupos.map((cupo) => (cupo.clave === clave ? { ...cupo, ...said } : cupo)),
  });

export const removeCupo = (def: Definicion, clave: string): Definicion =>
  setReparto(def, { cupos: repartoDe(def).cupos.filter((cupo) => cupo.clave !== clave) });
