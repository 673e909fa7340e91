/**
 * Texts of letters that an Admin may write again (docs/decisions/0114): a subject and paragraphs with closed fields. What a
 * letter says besides (greeting, ficha, action, notes) is the code's.
 */

export type CampoDeCarta = {
  readonly titulo: string;
  /** For the preview. */
  readonly ejemplo: string;
  /** It may say something about its person: not allowed in the subject. */
  readonly soloCuerpo?: true;
};

export type TextoDeCarta = {
  /** «Inscripción aceptada». */
  readonly nombre: string;
  readonly campos: Readonly<Record<string, CampoDeCarta>>;
  /** With `{campo}`. */
  readonly asunto: string;
  /** A paragraph each. */
  readonly cuerpo: readonly string[];
};

/** What a letter was filled with, for whoever finds another text in force. */
export type Redaccion = {
  readonly clave: string;
  readonly campos: Readonly<Record<string, string>>;
};

const CAMPO = /\{([a-zA-Z]+)\}/g;

/** The fields that a text names. */
export const camposEn = (texto: string): string[] => [
  ...new Set([...texto.matchAll(CAMPO)].map(([, campo]) => campo!)),
];

const fill = (texto: string, campos: Readonly<Record<string, string>>): string =>
  texto.replace(CAMPO, (whole, campo: string) =>
    Object.hasOwn(campos, campo) ? campos[campo]! : whole,
  );

/**
 * Subject and paragraphs of a text. Paragraphs are apart by an empty line, also those of a field that is a list; one whose fields are all
 * empty is left out.
 */
export const fillCarta = (
  { asunto, cuerpo }: { asunto: string; cuerpo: string },
  campos: Readonly<Record<string, string>>,
): { subject: string; paragraphs: string[] } => ({
  subject: fill(asunto, campos),
  paragraphs: fill(cuerpo, campos)
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== ''),
});

/** Paragraphs as one text, to be edited; a list, as the value of a field. */
export const joinCuerpo = (cuerpo: readonly string[]): string => cuerpo.join('\n\n');

/** Why a text may not be used, in words; null: it may. */
export const problemOf = (
  { campos }: Pick<TextoDeCarta, 'campos'>,
  { asunto, cuerpo }: { asunto: string; cuerpo: string },
): { campo: 'asunto' | 'cuerpo'; mensaje: string } | null => {
  const unknown = (texto: string) => camposEn(texto).find((campo) => !Object.hasOwn(campos, campo));
  if (/[\r\n]/.test(asunto))
    return { campo: 'asunto', mensaje: 'El asunto no puede tener saltos de línea.' };
  for (const [campo, texto] of [
    ['asunto', asunto],
    ['cuerpo', cuerpo],
  ] as const) {
    const wrong = unknown(texto);
    if (wrong !== undefined)
      return { campo, mensaje: `«{${wrong}}» no es un campo de esta carta.` };
    if (/[{}]/.test(texto.replace(CAMPO, ''))) {
      return { campo, mensaje: 'Una llave «{» o «}» no corresponde a ningún campo.' };
    }
  }
  const personal = camposEn(asunto).find((campo) => campos[campo]?.soloCuerpo);
  return personal === undefined
    ? null
    : { campo: 'asunto', mensaje: `«{${personal}}» no puede ir en el asunto.` };
};

/** A feature's texts by their key, which is `feature.letter`. */
export type TextosDeCartas = Readonly<Record<string, TextoDeCarta>>;

type CamposDe<T extends TextoDeCarta> = { readonly [C in keyof T['campos']]: string };

/** What a letter takes from its text: `Message` has these. */
export type Carta = { subject: string; paragraphs: string[]; texto: Redaccion };

/** Declares the texts of a feature; `carta` fills one as the code says it. */
export const defineCartas = <const T extends TextosDeCartas>(textos: T) => ({
  textos,
  carta: <K extends keyof T & string>(clave: K, campos: CamposDe<T[K]>): Carta => {
    const { asunto, cuerpo } = textos[clave] as TextoDeCarta;
    return {
      ...fillCarta({ asunto, cuerpo: joinCuerpo(cuerpo) }, campos),
      texto: { clave, campos },
    };
  },
});
