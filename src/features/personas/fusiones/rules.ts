/** Days that a proposal waits for a second person. */
export const DIAS_FUSION = 15;

/** When a proposal made now ends by itself. */
export const venceFusion = (propuesta: Date): Date =>
  new Date(propuesta.getTime() + DIAS_FUSION * 86_400_000);

/** Why somebody cannot confirm a proposal, as they read it; null when they can. */
export const impideConfirmar = ({
  esPropuestaSuya,
  esExpedienteSuyo,
  cambio,
  sinProponente,
  impedimentos,
}: {
  esPropuestaSuya: boolean;
  esExpedienteSuyo: boolean;
  /** What was looked at when it was proposed is not what there is. */
  cambio: boolean;
  /** Whoever proposed it is not of the staff any more, or one of the two files is theirs now. */
  sinProponente: boolean;
  impedimentos: readonly string[];
}): 'propia' | 'suyo' | 'cambio' | 'sin-proponente' | 'impedido' | null => {
  if (esExpedienteSuyo) return 'suyo';
  if (esPropuestaSuya) return 'propia';
  if (sinProponente) return 'sin-proponente';
  if (cambio) return 'cambio';
  return impedimentos.length > 0 ? 'impedido' : null;
};
