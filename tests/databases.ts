/**
 * Which suites run on which database. Those of the callables run on PostgreSQL, which takes a third of the processor's
 * time for them and is the one with many connections; what they send there is proved on the embedded one as well
 * (embedded-too.ts). The rest runs on the embedded one, and so do the journeys.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The suites of the callables, over HTTP. */
export const CALLABLES = 'src/features/**/server/*.test.ts';

/** Those of them that never run on PostgreSQL. */
export const NOT_ON_POSTGRES = [
  // The card reader's have nothing to do with the database.
  '**/document.test.ts',
  '**/curp/server/*.test.ts',
  // Reading spreadsheets; what they write has its own in tests/concurrency.
  '**/trabajos/server/*.test.ts',
];

/** Where the two differ by more than their connections: order and search of texts, what is written as one, enrolling. */
const ON_BOTH = [
  'src/features/catalogos/server/handlers.test.ts',
  'src/features/catalogos/server/hojas.test.ts',
  'src/features/catalogos/server/service.test.ts',
  'src/features/correos/server/handlers.test.ts',
  'src/features/cursos/server/hojas.test.ts',
  'src/features/identidad/sesiones/server/handlers.test.ts',
  'src/features/identidad/usuarios/server/handlers.test.ts',
  'src/features/inscripciones/inscritos/server/handlers.test.ts',
  'src/features/inscripciones/inscritos/server/hojas.test.ts',
  'src/features/inscripciones/server/handlers.test.ts',
  'src/features/personas/expedientes/server/handlers.test.ts',
];

/** Many who press at once: where there is one connection they only stand in line, which `tests/attack` sees. */
const AT_ONCE = 'tests/concurrency/registro.test.ts';

/** What `npm test` leaves to PostgreSQL. Throws when a name of a list is no file's. */
export const onPostgresAlone = (): string[] => {
  const of = (pattern: string | readonly string[]) => globSync(pattern, { cwd: ROOT });
  const left = of(ON_BOTH);
  if (left.length < ON_BOTH.length)
    throw new Error('A suite of ON_BOTH is gone. Correct the list.');
  const others = new Set([...left, ...of(NOT_ON_POSTGRES)]);
  return [AT_ONCE, ...of(CALLABLES).filter((path) => !others.has(path))];
};
