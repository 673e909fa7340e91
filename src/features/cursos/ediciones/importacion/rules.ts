const HORA = /^(\d{1,2}):(\d{2})(?::(00|59))?(?:\s*(?:([ap])\.?\s?m\.?|h|hrs?\.?|horas))?$/i;

/**
 * The time that a text says, as HH:MM: of 24 hours, or of 12 as Excel and people write it (`11:59:00 p. m.`, `6:00 PM`). Null: it is no
 * time, or something else follows it.
 */
export const horaEscrita = (texto: string): string | null => {
  const [, h, m, , mitad] = HORA.exec(texto.normalize('NFKC').trim()) ?? [];
  if (h === undefined || m === undefined || Number(m) > 59) return null;
  const dicha = Number(h);
  if (mitad === undefined) return dicha > 23 ? null : `${h.padStart(2, '0')}:${m}`;
  if (dicha < 1 || dicha > 12) return null;
  const hora = (dicha % 12) + (mitad.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hora).padStart(2, '0')}:${m}`;
};
