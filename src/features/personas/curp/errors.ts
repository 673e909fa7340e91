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

/** «el carácter 9» → «del carácter 9»; «la CURP» → «de la CURP». */
const of = (place: string): string => `de ${place}`.replace(/^de el /, 'del ');

const EXPLANATIONS: Record<CurpReason, (position: string) => string> = {
  vacia: () => 'Escriba su CURP: son 18 letras y números.',
  longitud: () =>
    'La CURP debe tener exactamente 18 caracteres. Revise que no falte ni sobre alguno.',
  letrasIniciales: (position) =>
    `La CURP empieza con cuatro letras, la segunda de ellas una vocal o X. Revise ${position}.`,
  fechaNoNumerica: (position) =>
    `La fecha de nacimiento ocupa seis números (año, mes y día), a partir del quinto carácter de la CURP. Revise ${position}: es frecuente confundir el 0 con la letra O.`,
  fechaImposible: (position) =>
    `La fecha de nacimiento de la CURP no existe en el calendario. Revise el año, el mes y el día, a partir ${of(position)}.`,
  fechaFutura: (position) =>
    `La fecha de nacimiento de la CURP aún no llega. Revise el año a partir ${of(position)}, y también el carácter 17, que indica el siglo.`,
  sexo: (position) => `El sexo se indica en la CURP con H, M o X. Revise ${position}.`,
  entidad: (position) =>
    `La clave de la entidad de nacimiento no existe. Revise las dos letras a partir ${of(position)}; por ejemplo, Ciudad de México es DF y nacido en el extranjero es NE.`,
  consonantes: (position) =>
    `Los caracteres 14 a 16 de la CURP son consonantes, sin la Ñ. Revise ${position}.`,
  homoclave: (position) =>
    `El penúltimo carácter de la CURP es un número o una letra de la A a la Z. Revise ${position}.`,
  digitoNoNumerico: (position) => `La CURP termina con un número. Revise ${position}.`,
  digitoVerificador: () =>
    'El último número no corresponde con el resto de la CURP: al menos un carácter está mal copiado. Compárela, carácter por carácter, con la de su constancia.',
};

/** The sentence for a person whose CURP was refused: which part is wrong and what to do about it. */
export const explainCurp = ({ reason, position }: CurpFailure): string =>
  EXPLANATIONS[reason](position === undefined ? 'la CURP' : `el carácter ${position}`);

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
