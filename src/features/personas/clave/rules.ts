/**
 * The stable key of a person without CURP: `SC` + 8 digits + a check digit (Damm's quasigroup,
 * which detects every single wrong digit and every swap of neighbours). It has 11 characters and
 * can never be mistaken for a CURP's 18.
 */

const DAMM = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

const damm = (digits: string): number => {
  let interim = 0;
  for (const digit of digits) interim = DAMM[interim]![Number(digit)]!;
  return interim;
};

/** The key of 8 digits: `makeClaveSinCurp('12345678')` → `SC12345678` and its check digit. */
export const makeClaveSinCurp = (eightDigits: string): string => {
  if (!/^\d{8}$/.test(eightDigits)) throw new RangeError('eight digits are needed');
  return `SC${eightDigits}${damm(eightDigits)}`;
};

/** Whether a text is such a key, with its check digit right. */
export const isClaveSinCurp = (text: string): boolean =>
  /^SC\d{9}$/.test(text) && damm(text.slice(2)) === 0;

/** The names of a person, of which a merge may take either file's. */
export const NOMBRES = ['nombre', 'apellidoPaterno', 'apellidoMaterno'] as const;
export type CampoNombre = (typeof NOMBRES)[number];

export type DatosDePersona = Record<
  CampoNombre | 'fechaNacimiento' | 'sexo' | 'entidad',
  string | null
>;

/**
 * Two files of one person, datum by datum. What the CURP says is kept; of the names, those of the
 * file that has the CURP, unless it has none or there is no such file.
 */
export const compareDatos = (anterior: DatosDePersona, actual: DatosDePersona) =>
  ([...NOMBRES, 'fechaNacimiento', 'sexo', 'entidad'] as const).map((campo) => {
    const [before, now] = [anterior[campo] || null, actual[campo] || null];
    return {
      campo,
      anterior: before,
      actual: now,
      difiere: before !== null && now !== null && before !== now,
      queda: now === null && before !== null ? ('anterior' as const) : ('actual' as const),
    };
  });

/** The names that a merge leaves: those `tomar` names from the earlier file, the rest as they are. */
export const mergeNombres = (
  anterior: Record<CampoNombre, string>,
  actual: Record<CampoNombre, string>,
  tomar: readonly CampoNombre[],
): Record<CampoNombre, string> => {
  const from = (campo: CampoNombre) => (tomar.includes(campo) ? anterior : actual)[campo];
  return {
    nombre: from('nombre'),
    apellidoPaterno: from('apellidoPaterno'),
    apellidoMaterno: from('apellidoMaterno'),
  };
};
