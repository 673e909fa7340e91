import type { Catalogo } from '../../definiciones/rules.ts';

/**
 * Import and export of a catalog. Its sheet is `catalogo-{id}` (../../server/sheets.ts); the
 * buttons of the engine (features/trabajos/web/components) go here.
 */
export function ArchivosCatalogo(_: { catalogo: Catalogo }) {
  return null;
}
