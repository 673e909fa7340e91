/** The two texts that whoever uses the portal reads and accepts. */
export const DOCUMENTOS = ['aviso', 'terminos'] as const;
export type Documento = (typeof DOCUMENTOS)[number];

/** A published version of a text. */
export type Publicacion = {
  version: string;
  /** The day it was published (YYYY-MM-DD). */
  publicada: string;
  /**
   * Of substance: whoever accepted only earlier ones is asked to read and accept it at their next
   * entrance. False for what informs better of the same thing.
   */
  deFondo: boolean;
  /** What changed from the one before, in the words that whoever is asked reads. */
  cambios: readonly string[];
};

/**
 * Every version of each text, the oldest first; the last one is in force. To publish a text: change
 * it, and add its version here.
 */
export const PUBLICADAS: Readonly<Record<Documento, readonly [Publicacion, ...Publicacion[]]>> = {
  aviso: [
    { version: '2026-11', publicada: '2026-11-01', deFondo: true, cambios: [] },
    {
      version: '2026-11-21',
      publicada: '2026-11-21',
      // The photo of an identification that staff look at is kept for longer than was said before.
      deFondo: true,
      cambios: [
        'La foto de la identificación que usted envíe para que Control Escolar confirme su expediente se guarda hasta que le responda, y 60 días como máximo.',
        'Se agregan los domicilios de la institución y de su Unidad de Transparencia.',
        'Se precisa cuáles datos son sensibles, dónde se guardan y quién los consulta.',
      ],
    },
    {
      version: '2026-11-22',
      publicada: '2026-11-22',
      deFondo: false,
      cambios: [
        'Se dice que también se anotan los intentos fallidos de entrar a su cuenta, que usted los ve en Preferencias y que se guardan 90 días.',
      ],
    },
    {
      version: '2026-11-23',
      publicada: '2026-11-23',
      // Nothing is done with anybody's data that was not: only how to ask is said.
      deFondo: false,
      cambios: [
        'Se dice que sus derechos también se ejercen en el portal: en «Mis datos» y su parte «Derechos ARCO».',
      ],
    },
  ],
  terminos: [
    { version: '2026-11', publicada: '2026-11-01', deFondo: true, cambios: [] },
    {
      version: '2026-11-21',
      publicada: '2026-11-21',
      deFondo: false,
      cambios: ['Se dice dónde se cambia la contraseña.'],
    },
  ],
};

type Publicadas = readonly Publicacion[];

/** The version in force. */
export const vigente = (publicadas: readonly [Publicacion, ...Publicacion[]]): Publicacion =>
  publicadas.at(-1) ?? publicadas[0];

/** The versions in force of the two texts; a registration accepts these. */
export const VERSIONES: Readonly<Record<Documento, string>> = {
  aviso: vigente(PUBLICADAS.aviso).version,
  terminos: vigente(PUBLICADAS.terminos).version,
};

/** The newest version that somebody accepted, or null: of those that were published, and known. */
export const newestAccepted = (
  publicadas: Publicadas,
  aceptadas: readonly string[],
): Publicacion | null => publicadas.findLast(({ version }) => aceptadas.includes(version)) ?? null;

/**
 * Whether who accepted these versions must read and accept the one in force: they accepted none
 * since the last change of substance (the first version is one).
 */
export const mustAccept = (publicadas: Publicadas, aceptadas: readonly string[]): boolean => {
  const accepted = newestAccepted(publicadas, aceptadas);
  const from = accepted === null ? 0 : publicadas.indexOf(accepted) + 1;
  return accepted === null || publicadas.slice(from).some(({ deFondo }) => deFondo);
};

/** What changed since the version that somebody accepted; nothing for who accepted none. */
export const cambiosDesde = (publicadas: Publicadas, aceptada: string | null): string[] => {
  const from = publicadas.findIndex(({ version }) => version === aceptada);
  return from === -1 ? [] : publicadas.slice(from + 1).flatMap(({ cambios }) => cambios);
};

/** A text that somebody must accept, and the version of it that they accepted before, if any. */
export type PorAceptar = { documento: Documento; aceptada: string | null };

/** What somebody must accept before anything else, by the versions that they accepted of each text. */
export const porAceptar = (
  aceptadas: readonly { documento: Documento; version: string }[],
): PorAceptar[] =>
  DOCUMENTOS.flatMap((documento) => {
    const versions = aceptadas.flatMap((a) => (a.documento === documento ? [a.version] : []));
    if (!mustAccept(PUBLICADAS[documento], versions)) return [];
    const accepted = newestAccepted(PUBLICADAS[documento], versions);
    return [{ documento, aceptada: accepted?.version ?? null }];
  });

const NOMBRES: Readonly<Record<Documento, string>> = {
  aviso: 'el aviso de privacidad',
  terminos: 'los términos de uso',
};

/** «el aviso de privacidad» */
export const nombreDocumento = (documento: Documento): string => NOMBRES[documento];
