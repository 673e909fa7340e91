/** A longer list is said by its number, and any that says nothing to a reader. */
const MAX_SHOWN = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isIds = (list: readonly unknown[]): boolean =>
  list.length > 0 && list.every((item) => typeof item === 'string' && UUID.test(item));
const counted = (n: number): string =>
  n === 1 ? '1 registro' : `${n.toLocaleString('es-MX')} registros`;

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? '(vacío)'
    : Array.isArray(value) && (value.length > MAX_SHOWN || isIds(value))
      ? counted(value.length)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/** What changed, one line a datum: `role: (vacío) → Escolar`. */
export const describeCambio = (
  antes: Record<string, unknown> | null,
  despues: Record<string, unknown> | null,
): string[] => {
  const keys = [...new Set([...Object.keys(antes ?? {}), ...Object.keys(despues ?? {})])];
  return keys.map((key) =>
    antes && key in antes
      ? `${key}: ${shown(antes[key])} → ${shown(despues?.[key])}`
      : `${key}: ${shown(despues?.[key])}`,
  );
};
