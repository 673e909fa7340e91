import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { parteDe, resultadoLote } from '../../../platform/shared/lotes.ts';
import { CATALOGO_IDS } from '../definiciones/rules.ts';

/** Search and filters of the list of a catalog's items. */
export const filtrosItems = z.strictObject({
  busqueda: z.string().max(100).optional(),
  estado: z.enum(['activos', 'inactivos', 'todos']).default('todos'),
});

export const setActivoItemsCatalogo = callable({
  name: 'setActivoItemsCatalogo',
  maxBytes: 96 * 1024,
  summary: 'Desactiva o reactiva varios elementos de un catálogo (Admin).',
  input: z.strictObject({
    catalogo: z.enum(CATALOGO_IDS),
    activo: z.boolean(),
    parte: parteDe(filtrosItems),
  }),
  output: resultadoLote,
});
