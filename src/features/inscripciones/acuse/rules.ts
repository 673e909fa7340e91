import { fechaDe, formatFecha } from '../../../platform/shared/dates.ts';
import { crockfordCheck, groupByFour, normaliseCrockford } from '../../../platform/shared/ids.ts';
import type { RequisitoEstado } from '../../../platform/shared/requisitos.ts';
import { fold } from '../../../platform/shared/search.ts';
import type { AcuseImpreso } from './contract.ts';

/**
 * An acuse's folio: `AC`, two digits of the year, twelve random symbols (60 bits) and a check
 * symbol over all the rest. Kept without hyphens, shown as AC26-K9Y2-ZKYW-2KGS-J.
 */
export const RANDOM_FOLIO = 12;
/** The key that opens an acuse: 130 bits. */
export const LARGO_CLAVE = 26;

/** The folio of a year (2026) with these random symbols. */
export const makeFolio = (year: number, random: string): string => {
  const body = `AC${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

/** What somebody typed → the folio as it is kept; null when it cannot be one. */
export const parseFolio = (text: string): string | null => {
  const folio = normaliseCrockford(text);
  if (!/^AC\d\d[0-9A-HJKMNP-TV-Z]{13}$/.test(folio)) return null;
  return crockfordCheck(folio.slice(0, -1)) === folio.slice(-1) ? folio : null;
};

/** As it is shown, printed and read aloud. */
export const formatFolio = groupByFour;

/**
 * What was answered, by section, without what the acuse says at its head: who enrolled is called once. Sections that
 * are left without answers are left out.
 */
export const seccionesPropias = ({
  secciones,
  persona: { nombreCompleto, curp, clave },
}: Pick<AcuseImpreso, 'secciones' | 'persona'>): AcuseImpreso['secciones'] => {
  const dicho = new Set([nombreCompleto, curp ?? clave, clave].map(fold));
  return secciones
    .map((seccion) => ({
      ...seccion,
      respuestas: seccion.respuestas.filter(({ valor }) => !dicho.has(fold(valor))),
    }))
    .filter(({ respuestas }) => respuestas.length > 0);
};

/** The text that was accepted, in full, and of which version of the plantilla it is; nothing was: ''. */
export const describeAceptado = (
  { plantilla }: Pick<AcuseImpreso, 'plantilla'>,
  aceptado: string | undefined,
): string => (aceptado ? `«${aceptado.trim()}» (texto de la versión ${plantilla.version})` : '');

/** How a rule is printed; of the first acuses only whether it was met is known. */
export const requisitoImpreso = ({
  estado,
  cumple,
}: AcuseImpreso['reglas'][number]): RequisitoEstado => estado ?? (cumple ? 'cumple' : 'noCumple');

/** «Acuse de inscripción». */
export const tituloDe = ({ de }: Pick<AcuseImpreso, 'de'>): string => `Acuse de ${de}`;

/** What an acuse proves: what was sent that day. How what it is of stands today, its own page says. */
export const dictamenDe = (de: string, emitidoEn: Date): { tono: 'success'; texto: string } => ({
  tono: 'success',
  texto: `Es un acuse de ${de} que la escuela emitió el ${formatFecha(fechaDe(emitidoEn))}. Dice cómo estaba ese día.`,
});
