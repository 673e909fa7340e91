/** What could be better in a draft: pure, on both sides. */
import { NOMBRE_DE_DATO } from '../constructor/rules.ts';
import type { Definicion } from '../contract.ts';
import { reglaDeCupo, repartoDe } from '../cupos/rules.ts';
import { excludeEachOther, type NuncaSePide, neverAsked } from '../formulario/alcance/rules.ts';
import { claseOf } from '../formulario/campos/rules.ts';
import type { Campo } from '../formulario/contract.ts';
import { respuestaField } from '../formulario/hechos/rules.ts';
import { controlOf, fieldsOf } from '../formulario/rules.ts';
import { checkReglas } from '../reglas/comprobacion/rules.ts';
import type { HechoDeclarado } from '../reglas/contract.ts';
import {
  contradiccionesDe,
  cuposDeNadie,
  type Presupuesto,
} from '../reglas/contradicciones/rules.ts';
import { leavesOf } from '../reglas/rules.ts';

/**
 * Where in a definition, as the editor goes there, and what to think about. `advierte`: something does not do what it
 * says; `sugiere`: it does, and something may have been forgotten.
 */
export type Consejo = { donde: string; mensaje: string; gravedad: 'advierte' | 'sugiere' };

const describeNunca = (campo: Campo, { de, oculto, contra }: NuncaSePide): string => {
  const que = campo.obligatorio ? 'es obligatorio y no se mostrará nunca' : 'no se mostrará nunca';
  const porque = oculto
    ? `depende de «${de.etiqueta}», que tampoco se muestra`
    : contra
      ? `lo que espera de «${de.etiqueta}» contradice lo que antes se espera de «${contra.etiqueta}», que es el mismo dato del expediente`
      : `lo que espera de «${de.etiqueta}» no puede contestarse`;
  return `«${campo.etiqueta}» ${que}: ${porque}.`;
};

/** What says something of every value but the one that it names. */
const OF_THE_OTHERS = new Set(['distinto', '!=', 'notIn', 'contestado']);

/** The values of a field that conditions, rules and quotas look at, or all of them. */
const valuesLookedAt = (definicion: Definicion, clave: string): Set<string> | 'all' => {
  const reglas = [...definicion.reglas, ...repartoDe(definicion).cupos.map(reglaDeCupo)];
  const asked = [
    ...fieldsOf(definicion).flatMap(({ visibleSi }) =>
      visibleSi?.campo === clave
        ? [{ operador: visibleSi.operador, valor: 'valor' in visibleSi ? visibleSi.valor : [] }]
        : [],
    ),
    ...reglas
      .flatMap(({ condicion }) => leavesOf(condicion))
      .filter(({ field }) => field === respuestaField(clave))
      .map(({ operator = '', value = [] }) => ({ operador: operator, valor: value })),
  ];
  if (asked.some(({ operador }) => OF_THE_OTHERS.has(operador))) return 'all';
  return new Set(asked.flatMap(({ valor }) => [valor].flat().map(String)));
};

const MAX_SAID = 2;
const LISTA = new Intl.ListFormat('es', { type: 'conjunction' });

/** The choices that nothing looks at where something looks at another: nobody may have meant that. */
const describeSinUso = (definicion: Definicion, campo: Campo): string | null => {
  const choices = claseOf(campo).choices?.(campo) ?? [];
  const used = choices.length > 0 ? valuesLookedAt(definicion, campo.clave) : 'all';
  if (used === 'all' || !choices.some((valor) => used.has(valor))) return null;
  const control = controlOf(campo);
  const options = 'options' in control ? control.options : [];
  const sinUso = options.filter(({ value }) => !used.has(value)).map(({ label }) => `«${label}»`);
  if (sinUso.length === 0) return null;
  const said = sinUso.slice(0, sinUso.length > MAX_SAID + 1 ? MAX_SAID : undefined);
  const rest = sinUso.length - said.length;
  const all = LISTA.format(rest > 0 ? [...said, `${rest} más`] : said);
  const hay = sinUso.length === 1 ? 'hay una opción' : 'hay opciones';
  return `En «${campo.etiqueta}» ${hay} que ninguna condición ni regla toma en cuenta: ${all}.`;
};

/**
 * Two fields that are about one datum of the file and may be asked of one person: what both would save there, only one
 * of them does; what is asked twice may be answered in two ways.
 */
const describeRepetido = (definicion: Definicion, campo: Campo): Omit<Consejo, 'donde'> | null => {
  const own = claseOf(campo).dato?.(campo);
  if (!own) return null;
  const all = fieldsOf(definicion);
  const before = all
    .slice(
      0,
      all.findIndex(({ clave }) => clave === campo.clave),
    )
    .find(
      (one) =>
        claseOf(one).dato?.(one)?.dato === own.dato && !excludeEachOther(definicion, one, campo),
    );
  if (!before) return null;
  const dato = NOMBRE_DE_DATO[own.dato];
  const ambos = `«${before.etiqueta}» y «${campo.etiqueta}»`;
  return own.guarda && claseOf(before).dato?.(before)?.guarda
    ? {
        mensaje: `${ambos} guardan el mismo dato del expediente (${dato}): si se contestan distinto, solo una de las dos respuestas quedará en él.`,
        gravedad: 'advierte',
      }
    : { mensaje: `${ambos} son el mismo dato del expediente: ${dato}.`, gravedad: 'sugiere' };
};

/**
 * What is allowed and probably not meant: a field that is never asked, choices of a list that no condition, rule or
 * quota looks at where another of the same list is, a datum of the file that is asked twice, no rules at all.
 */
export const consejosDe = (definicion: Definicion): Consejo[] => {
  const found: Consejo[] = [];
  const never = neverAsked(definicion);
  definicion.secciones.forEach((seccion, s) => {
    seccion.campos.forEach((campo, c) => {
      const donde = `secciones.${s}.campos.${c}`;
      const nunca = never.get(campo.clave);
      if (nunca) {
        const mensaje = describeNunca(campo, nunca);
        found.push({ donde: `${donde}.visibleSi`, mensaje, gravedad: 'advierte' });
      }
      const repetido = describeRepetido(definicion, campo);
      if (repetido) found.push({ donde: `${donde}.dato`, ...repetido });
      const sinUso = describeSinUso(definicion, campo);
      if (sinUso) found.push({ donde: `${donde}.opciones`, mensaje: sinUso, gravedad: 'sugiere' });
    });
  });
  if (definicion.reglas.length === 0) {
    found.push({
      donde: 'reglas',
      mensaje:
        'No tiene reglas: cualquiera podrá inscribirse mientras esté abierta la inscripción de la edición.',
      gravedad: 'advierte',
    });
  }
  return found;
};

/**
 * Rules and quotas that nobody can meet, by themselves or together. Of those that something is wrong with already nothing is said:
 * that comes first. `hechos`: all that may be asked, the form's answers included.
 */
export const contradiccionesEn = (
  definicion: Definicion,
  hechos: readonly HechoDeclarado[],
  quedaTiempo?: Presupuesto,
): Consejo[] => {
  const { reglas } = definicion;
  const { cupos } = repartoDe(definicion);
  const deCupos = cupos.map(reglaDeCupo);
  if (checkReglas([...reglas, ...deCupos], hechos).length > 0) return [];
  const said = (
    lista: string,
    de: readonly { readonly clave: string; readonly nombre: string }[],
    problemas: ReturnType<typeof contradiccionesDe>,
  ): Consejo[] =>
    problemas.map(({ regla, problema }) => {
      const at = de.findIndex(({ clave }) => clave === regla);
      const nombre = de[at]!.nombre.trim();
      return {
        donde: `${lista}.${at}.condicion`,
        mensaje:
          nombre === ''
            ? problema
            : `«${nombre}»: ${problema[0]!.toLowerCase()}${problema.slice(1)}`,
        gravedad: 'advierte',
      };
    });
  const nombradas = reglas.map(({ clave, descripcion }) => ({ clave, nombre: descripcion }));
  return [
    ...said('reglas', nombradas, contradiccionesDe(reglas, hechos, quedaTiempo)),
    ...said('reparto.cupos', cupos, cuposDeNadie(reglas, deCupos, hechos, quedaTiempo)),
  ];
};
