/** Why a CURP is refused or deserves a second look, and the sentences that people read. */

/**
 * Why a CURP is refused; `position` (1–18) comes with all but the first two.
 * - `vacia`: nothing was written. `longitud`: not 18 characters.
 * - `letrasIniciales`: 1–4 are not letters, or 2 is neither a vowel nor X.
 * - `fechaNoNumerica`: 5–10 are not digits. `fechaImposible`: no such day. `fechaFutura`: yet to come.
 * - `sexo`: 11 is not H, M or X. `entidad`: 12–13 are not a known code.
 * - `consonantes`: 14–16 hold something else. `homoclave`: 17 is not a digit or a letter from A to Z.
 * - `digitoNoNumerico`: 18 is not a digit. `digitoVerificador`: 18 does not follow from the others.
 */
export type CurpReason =
  | 'vacia'
  | 'longitud'
  | 'letrasIniciales'
  | 'fechaNoNumerica'
  | 'fechaImposible'
  | 'fechaFutura'
  | 'sexo'
  | 'entidad'
  | 'consonantes'
  | 'homoclave'
  | 'digitoNoNumerico'
  | 'digitoVerificador';

/**
 * What deserves a second look in a CURP that is accepted.
 * - `palabraInconveniente`: 1–4 spell a word of annex 2 of the Instructivo, never substituted.
 * - `homoclavePocoComun`: 17 is K–Z, which the text of 2006 allowed and that of 2021 does not.
 * - `sigloDudoso`: year 00 with a digit in 17 says 1900; it may be a mistake for 2000.
 */
export type CurpWarning = 'palabraInconveniente' | 'homoclavePocoComun' | 'sigloDudoso';

export interface CurpFailure {
  ok: false;
  reason: CurpReason;
  /** 1-based, in the normalised CURP: the first character that is wrong. */
  position?: number;
}

/** Where to look: «Revise el carácter 9», «a partir del carácter 9». */
type Lugar = { el: string; del: string };
const EN_TODA: Lugar = { el: 'la CURP', del: 'de la CURP' };
const enCaracter = (position: number): Lugar => ({
  el: `el carácter ${position}`,
  del: `del carácter ${position}`,
});

const EXPLANATIONS: Record<CurpReason, (lugar: Lugar) => string> = {
  vacia: () => 'Escriba su CURP: son 18 letras y números.',
  longitud: () =>
    'La CURP debe tener exactamente 18 caracteres. Revise que no falte ni sobre alguno.',
  letrasIniciales: ({ el }) =>
    `La CURP empieza con cuatro letras, la segunda de ellas una vocal o X. Revise ${el}.`,
  fechaNoNumerica: ({ el }) =>
    `La fecha de nacimiento ocupa seis números (año, mes y día), a partir del quinto carácter de la CURP. Revise ${el}: es frecuente confundir el 0 con la letra O.`,
  fechaImposible: ({ del }) =>
    `La fecha de nacimiento de la CURP no existe en el calendario. Revise el año, el mes y el día, a partir ${del}.`,
  fechaFutura: ({ del }) =>
    `La fecha de nacimiento de la CURP aún no llega. Revise el año a partir ${del}, y también el carácter 17, que indica el siglo.`,
  sexo: ({ el }) => `El sexo se indica en la CURP con H, M o X. Revise ${el}.`,
  entidad: ({ del }) =>
    `La clave de la entidad de nacimiento no existe. Revise las dos letras a partir ${del}; por ejemplo, Ciudad de México es DF y nacido en el extranjero es NE.`,
  consonantes: ({ el }) =>
    `Los caracteres 14 a 16 de la CURP son consonantes, sin la Ñ. Revise ${el}.`,
  homoclave: ({ el }) =>
    `El penúltimo carácter de la CURP es un número o una letra de la A a la Z. Revise ${el}.`,
  digitoNoNumerico: ({ el }) => `La CURP termina con un número. Revise ${el}.`,
  digitoVerificador: () =>
    'El último número no corresponde con el resto de la CURP: al menos un carácter está mal copiado. Compárela, carácter por carácter, con la de su constancia.',
};

/** The sentence for a person whose CURP was refused: which part is wrong and what to do about it. */
export const explainCurp = ({ reason, position }: CurpFailure): string =>
  EXPLANATIONS[reason](position === undefined ? EN_TODA : enCaracter(position));

const WARNINGS: Record<CurpWarning, string> = {
  palabraInconveniente:
    'Las cuatro primeras letras suelen llevar una X en segundo lugar. Si su constancia la muestra así, puede continuar.',
  homoclavePocoComun:
    'El carácter 17 es poco común. Compárelo con el de su constancia; si coincide, puede continuar.',
  sigloDudoso:
    'Según el carácter 17, el nacimiento fue en 1900. Si ocurrió en 2000, revise ese carácter en su constancia.',
};

/** The sentence for a person whose CURP is accepted but unusual; it never blocks anybody. */
export const describeWarning = (warning: CurpWarning): string => WARNINGS[warning];
