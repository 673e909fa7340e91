/** What could be better in a draft: pure, on both sides. */
import type { Definicion } from '../contract.ts';
import { claseOf } from '../formulario/campos/rules.ts';
import type { Campo, CondicionCampo } from '../formulario/contract.ts';
import { fieldsOf } from '../formulario/rules.ts';

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
