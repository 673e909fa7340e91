/** The answers of a form, as the rules of its own plantilla look at them. Pure, on both sides. */
import type { Dato, HechoDeclarado, Hechos, Regla, ValorHecho } from '../../reglas/contract.ts';
import { comparableDe } from '../../reglas/palabras/rules.ts';
import { fieldsOfReglas } from '../../reglas/rules.ts';
import { claseOf } from '../campos/rules.ts';
import type { Campo, Formulario, Respuesta, Respuestas } from '../contract.ts';
import { isAnswered, referenciaOf } from '../respuestas/rules.ts';
import { countedOf, fieldsOf, visibleCampos } from '../rules.ts';

const PREFIJO = 'respuesta.';

/** Under which field a rule asks for the answer to a field of the form. */
export const respuestaField = (clave: string): string => `${PREFIJO}${clave}`;

/** Whether a rule looks at what is answered in the form: before, nobody knows it. */
export const asksRespuestas = (regla: Pick<Regla, 'condicion'>): boolean =>
  fieldsOfReglas([regla]).some((field) => field.startsWith(PREFIJO));

/** The results of the rules that look at no answer: what somebody may know before the form is filled in. */
export const withoutRespuestas = <R extends { readonly clave: string }>(
  reglas: readonly Regla[],
  resultados: readonly R[],
): R[] => {
  const those = new Set(reglas.filter(asksRespuestas).map(({ clave }) => clave));
  return resultados.filter(({ clave }) => !those.has(clave));
};

/** Of sensitive answers there are none: what a rule looked at is kept with the decision, in the open. */
const hechoOf = (campo: Campo) => (campo.sensible ? undefined : claseOf(campo).paraReglas?.(campo));

/** What the rules of a plantilla may ask of the answers to its form. */
export const declaraRespuestas = (formulario: Formulario): HechoDeclarado[] =>
  fieldsOf(formulario).flatMap((campo) => {
    const declarado = hechoOf(campo);
    if (!declarado) return [];
    return [
      {
        clave: respuestaField(campo.clave),
        grupo: 'Respuestas del formulario',
        nombre: campo.etiqueta,
        palabras: ['contesta', 'formulario', 'pregunta'],
        ...declarado,
      },
    ];
  });

/** «No» is what a box that is left unmarked says; of anything else, nothing was said. */
const valorOf = (respuesta: Respuesta | undefined): ValorHecho => {
  if (!isAnswered(respuesta)) return respuesta === false ? false : null;
  return referenciaOf(respuesta)?.clave ?? (respuesta as Exclude<Respuesta, object> | string[]);
};

/**
 * The answers that rules ask for. `datos`: those that were checked, of fields that are asked (`validateRespuestas`);
 * what is not answered, or not asked, is «sin dato», and a box that nobody has touched a «no» (`countedOf`).
 * Null: nobody fills in the form, and nothing of it is known.
 */
export const hechosDeRespuestas = (
  formulario: Formulario,
  datos: Respuestas | null,
  reglas: readonly Pick<Regla, 'condicion'>[],
): Hechos => {
  const asked = new Set(fieldsOfReglas(reglas).filter((field) => field.startsWith(PREFIJO)));
  if (asked.size === 0) return {};
  const visibles = new Set(visibleCampos(formulario, datos ?? {}));
  return Object.fromEntries(
    fieldsOf(formulario).flatMap((campo): [string, Dato][] => {
      const field = respuestaField(campo.clave);
      const declarado = asked.has(field) ? hechoOf(campo) : undefined;
      if (!declarado) return [];
      const respuesta = datos && visibles.has(campo) ? countedOf(campo, datos) : undefined;
      const valor = valorOf(respuesta);
      const texto = valor === null ? undefined : claseOf(campo).print(campo, respuesta!);
      const nombre = campo.etiqueta;
      const dato = {
        ...comparableDe({ ...declarado, clave: field, grupo: '', nombre }),
        nombre,
        valor,
      };
      return [[field, { ...dato, ...(texto !== undefined && { texto }) }]];
    }),
  );
};
