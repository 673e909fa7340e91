/** What a rule must be to be written. Pure; what was published before is never asked. */
import { EFECTOS, type HechoDeclarado, type Hoja, type Regla } from '../contract.ts';
import { type Operador, operadorOf, VALOR_HOY, valuesOf } from '../operadores/rules.ts';
import { fieldsOfReglas, HECHO_HOY, isGrupo, isRecord, MAX_NIVEL, splitField } from '../rules.ts';

/** What is wrong with a rule, for whoever writes it. */
export type ProblemaRegla = { readonly regla: string; readonly problema: string };

const has = (value: unknown, one: string) => Array.isArray(value) && value.includes(one);

const problemOfValue = (
  declarado: HechoDeclarado,
  operador: Operador,
  value: unknown,
): string | null => {
  const { nombre, tipo, valores } = declarado;
  // Any clock: a value is of its type whenever it is looked at.
  const values = valuesOf(tipo, operador.valores, value, new Date(0));
  if (values === null) {
    const asked = {
      numero: 'un número',
      fecha: 'una fecha que exista (AAAA-MM-DD), o «hoy»',
      booleano: '«sí» o «no»',
      periodo: '«sí» o «no»',
      texto: 'un texto',
      clave: 'un elemento de su lista',
      claves: 'un elemento de su lista',
    }[tipo];
    if (operador.valores === 'uno') return `«${nombre}» se compara con ${asked}.`;
    return operador.valores === 'dos'
      ? `«${nombre}» va entre dos valores, del menor al mayor: cada uno es ${asked}.`
      : `«${nombre}» se compara con una lista que tenga algo: cada valor es ${asked}.`;
  }
  const [from, to] = operador.valores === 'dos' && Array.isArray(values) ? values : [];
  if (from !== undefined && to !== undefined && from > to && !has(value, VALOR_HOY)) {
    return `«${nombre}» va entre dos valores, del menor al mayor.`;
  }
  const unknown = valores
    ? [values].flat().find((one) => !valores.some(({ valor }) => valor === one))
    : undefined;
  return unknown === undefined ? null : `«${nombre}» no tiene el valor «${unknown}».`;
};

/** What is wrong with one condition, beside the place; null: nothing. */
export const problemOfHoja = (
  hoja: Partial<Hoja>,
  catalogo: readonly HechoDeclarado[],
): string | null => problemOfLeaf(hoja, byClaveOf(catalogo));

const byClaveOf = (catalogo: readonly HechoDeclarado[]): ReadonlyMap<string, HechoDeclarado> =>
  new Map([HECHO_HOY, ...catalogo].map((declarado) => [declarado.clave, declarado]));

const problemOfLeaf = (
  { field, operator, value }: Partial<Hoja>,
  catalogo: ReadonlyMap<string, HechoDeclarado>,
): string | null => {
  if (typeof field !== 'string' || field === '') return 'Hay una condición sin dato que comparar.';
  const { clave, argumento } = splitField(field);
  const declarado = catalogo.get(clave);
  if (!declarado) return `El dato «${field}» no existe: elija uno de la lista.`;
  if (declarado.argumento && !argumento)
    return `A «${declarado.nombre}» le falta: ${declarado.argumento}.`;
  if (!declarado.argumento && argumento !== null)
    return `«${declarado.nombre}» no lleva «${argumento}».`;
  const operador = operadorOf(declarado.tipo, operator);
  if (!operador) return `«${declarado.nombre}» no puede compararse con «${String(operator)}».`;
  return problemOfValue(declarado, operador, value);
};

const problemsOfNode = (
  node: unknown,
  catalogo: ReadonlyMap<string, HechoDeclarado>,
  nivel: number,
): string[] => {
  if (!isGrupo(node)) {
    const problem = problemOfLeaf(isRecord(node) ? (node as Partial<Hoja>) : {}, catalogo);
    return problem === null ? [] : [problem];
  }
  if (nivel >= MAX_NIVEL) return [`Hay más de ${MAX_NIVEL} grupos unos dentro de otros.`];
  const own = [
    ...(node.combinator === 'and' || node.combinator === 'or'
      ? []
      : ['Hay un grupo que no es de «todas», «alguna» ni «ninguna».']),
    ...(node.rules.length === 0 ? ['Hay un grupo sin condiciones.'] : []),
  ];
  return [...own, ...node.rules.flatMap((rule) => problemsOfNode(rule, catalogo, nivel + 1))];
};

/**
 * What keeps these rules from being written: facts that nobody gives, comparisons that their types do not have, empty
 * groups, points where they mean nothing. What was published before is not asked: it evaluates to «sin dato».
 */
export const checkReglas = (
  reglas: readonly Regla[],
  catalogo: readonly HechoDeclarado[],
): ProblemaRegla[] => {
  const byClave = byClaveOf(catalogo);
  return reglas.flatMap(({ clave, efecto, condicion, puntos }) => {
    const problems = problemsOfNode(condicion, byClave, 0);
    if (efecto === 'impide') {
      problems.push(
        ...fieldsOfReglas([{ condicion }]).flatMap((field) => {
          const { nombre, trasEnviar } = byClave.get(splitField(field).clave) ?? {};
          return trasEnviar
            ? `«${nombre}» se sabe después de enviar: con él una regla no impide, pasa a revisión.`
            : [];
        }),
      );
    }
    if (!EFECTOS.includes(efecto)) problems.push(`El efecto «${efecto}» no existe.`);
    if (efecto === 'prioriza' && !(puntos && puntos > 0)) {
      problems.push('Diga cuántos puntos da a quien la cumple.');
    }
    if (efecto !== 'prioriza' && puntos !== undefined) {
      problems.push('Solo da puntos una regla que prioriza.');
    }
    return [...new Set(problems)].map((problema) => ({ regla: clave, problema }));
  });
};
