/** All that a database says, to see what an act changed and who is still named. */
import type { TestPortal } from './portal.ts';

/** Every row of every table, as text, by its table. */
export const readTodo = async ({ services }: TestPortal): Promise<Map<string, string[]>> => {
  const exec = (text: string) => services.database.execute(text, []);
  const { rows } =
    await exec(`select n.nspname || '.' || quote_ident(c.relname) as tabla from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%'`);
  const all = new Map<string, string[]>();
  for (const { tabla } of rows as { tabla: string }[]) {
    const { rows: found } = await exec(`select to_jsonb(t)::text as fila from ${tabla} t`);
    all.set(
      tabla.replace(/^public\./, ''),
      (found as { fila: string }[]).map(({ fila }) => fila).sort(),
    );
  }
  return all;
};
/** Without what the portal writes by itself while a test runs: deliveries and what they say, folded figures, counts of requests. */
export const withoutEngines = (todo: ReadonlyMap<string, readonly string[]>) =>
  [...todo].filter(
    ([tabla]) =>
      !/^(correos|correos_rechazos|correos_servidor|limites|indicadores_.*|notificaciones)$/.test(
        tabla,
      ),
  );
/** What of it is another between two readings, a line each: what a comparison of the whole would only call unequal. */
export const whatChanged = (
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[] =>
  withoutEngines(after).flatMap(([tabla, filas]) => {
    const [was, is] = [before.get(tabla) ?? [], filas];
    return [
      ...was.filter((fila) => !is.includes(fila)).map((fila) => `${tabla}: - ${fila}`),
      ...is.filter((fila) => !was.includes(fila)).map((fila) => `${tabla}: + ${fila}`),
    ];
  });
/** In which tables some row says any of these. */
export const whereSaid = (todo: ReadonlyMap<string, readonly string[]>, texts: readonly string[]) =>
  [...todo]
    .filter(([, filas]) =>
      filas.some((fila) => texts.some((text) => fila.toLowerCase().includes(text.toLowerCase()))),
    )
    .map(([tabla]) => tabla)
    .sort();
