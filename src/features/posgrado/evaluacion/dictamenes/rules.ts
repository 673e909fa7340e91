/** What an evaluator sees of an application: the pieces that the criteria look at, without who it is of. Pure. */
import type { Formulario, Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  answersByField,
  apuntaOf,
  controlOf,
  datoOf,
  describeRespuesta,
  type fieldsOf,
} from '../../../plantillas/formulario/rules.ts';
import type { Criterio } from '../../convocatorias/contract.ts';

/** The piece that is the letters: `PIEZA_RECOMENDACIONES` of the contract, without zod. */
export const PIEZA_CARTAS = 'recomendaciones';

/** A section of the form, or one field of it, as it is shown. */
export type Pieza = {
  /** Key of the section or of the field. */
  readonly clave: string;
  readonly titulo: string;
  readonly datos: readonly { readonly etiqueta: string; readonly valor: string }[];
};

type Campo = ReturnType<typeof fieldsOf>[number];

/** Whether a field may be shown to somebody who must not know whose it is: no datum of the file, no document, nothing sensitive. */
const isCiego = (campo: Campo, camposConNombre: readonly string[]): boolean =>
  datoOf(campo) === null &&
  apuntaOf(campo)?.a !== 'documento' &&
  !campo.sensible &&
  controlOf(campo).kind !== 'check' &&
  !camposConNombre.includes(campo.clave);

/**
 * The pieces that some criteria look at, in the order of the form. A field that is in a section that is shown too is read there.
 */
export const piezasDe = (
  definicion: Formulario,
  respuestas: Respuestas,
  criterios: readonly Pick<Criterio, 'piezas'>[],
  camposConNombre: readonly string[],
): Pieza[] => {
  const wanted = new Set(criterios.flatMap(({ piezas }) => piezas));
  const said = answersByField(definicion, respuestas);
  const show = (campos: readonly Campo[]) =>
    campos.flatMap((campo) => {
      const valor = said[campo.clave];
      return valor === undefined || !isCiego(campo, camposConNombre)
        ? []
        : [{ etiqueta: describeRespuesta(campo, undefined).etiqueta, valor }];
    });
  return definicion.secciones.flatMap(({ clave, titulo, campos }): Pieza[] => {
    if (wanted.has(clave)) {
      const datos = show(campos);
      return datos.length > 0 ? [{ clave, titulo, datos }] : [];
    }
    return campos.flatMap((campo) => {
      const datos = wanted.has(campo.clave) ? show([campo]) : [];
      return datos.length > 0 ? [{ clave: campo.clave, titulo, datos }] : [];
    });
  });
};

/** The pieces of a criterion, by the key under which each is shown; those that are not shown are left out. */
export const piezasDeCriterio = (
  definicion: Formulario,
  { piezas }: Pick<Criterio, 'piezas'>,
  shown: readonly Pick<Pieza, 'clave'>[],
): string[] => {
  const section = new Map(
    definicion.secciones.flatMap(({ clave, campos }) =>
      campos.map((campo): [string, string] => [campo.clave, clave]),
    ),
  );
  const known = new Set(shown.map(({ clave }) => clave));
  return [
    ...new Set(
      piezas.flatMap((clave) =>
        [section.get(clave) ?? clave, clave].filter((one) => known.has(one)).slice(0, 1),
      ),
    ),
  ];
};
