/**
 * What is said of somebody in a session, in the order in which it is offered. `cuenta`: whether they were there, were not,
 * or the session does not count for them.
 */
export const MARCAS = {
  asistio: { palabra: 'Asistió', letra: 'A', cuenta: 'si' },
  retardo: { palabra: 'Retardo', letra: 'R', cuenta: 'si' },
  justificada: { palabra: 'Justificada', letra: 'J', cuenta: 'fuera' },
  falta: { palabra: 'Falta', letra: 'F', cuenta: 'no' },
} as const satisfies Record<
  string,
  { palabra: string; letra: string; cuenta: 'si' | 'no' | 'fuera' }
>;
export type Marca = keyof typeof MARCAS;
export const TODAS_LAS_MARCAS = Object.keys(MARCAS) as [Marca, ...Marca[]];

/** How many sessions of each kind somebody has; `sinRegistro`: of their own, of which nothing is said yet. */
export type Recuento = Readonly<Record<Marca, number>> & { readonly sinRegistro: number };

/**
 * The per cent of attendance, with two decimals and never rounded up (79.996 does not reach 80): of the sessions that are
 * recorded and count, those in which they were there. A late arrival counts as attended, an absence that was justified
 * counts neither way. Null when none counts.
 */
export const porcentajeDe = (recuento: Recuento): number | null => {
  const [asistidas, contadas] = Object.entries(MARCAS).reduce(
    ([si, todas], [marca, { cuenta }]) => {
      const n = recuento[marca as Marca];
      return [si + (cuenta === 'si' ? n : 0), todas + (cuenta === 'fuera' ? 0 : n)];
    },
    [0, 0],
  );
  return contadas === 0 ? null : Math.floor((asistidas * 10_000) / contadas) / 100;
};

/** How attendance is counted, as people read it beside the percentage. */
export const COMO_SE_CUENTA =
  'El retardo cuenta como asistencia; la falta justificada no cuenta ni a favor ni en contra.';

const LETRAS = new Map<string, Marca>(
  TODAS_LAS_MARCAS.flatMap((marca) => {
    const { palabra, letra } = MARCAS[marca];
    return [marca, palabra, letra].map((texto) => [plegar(texto), marca] as const);
  }),
);

function plegar(texto: string): string {
  return texto.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What was typed in a cell of attendance: a letter or a word; empty: nothing is said. */
export const leerMarca = (texto: string): { valor: Marca | null } | { error: string } => {
  if (texto.trim() === '') return { valor: null };
  const marca = LETRAS.get(plegar(texto));
  return marca
    ? { valor: marca }
    : { error: 'Escriba A (asistió), R (retardo), J (justificada) o F (falta).' };
};
