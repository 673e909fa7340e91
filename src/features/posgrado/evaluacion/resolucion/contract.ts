/** What staff do about conflicts. */
import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { IMPEDIMENTO } from '../../estados.ts';
import { TIPOS_IMPEDIMENTO, type TipoImpedimento } from '../impedimentos/rules.ts';

const id = z.uuid();
const tipo = z.enum(Object.keys(TIPOS_IMPEDIMENTO) as [TipoImpedimento, ...TipoImpedimento[]]);
const motivo = z.string().trim().min(10, 'Escriba el motivo en una frase.').max(500);

const impedimento = z.object({
  id: z.string(),
  estado: z.enum(IMPEDIMENTO.estados),
  tipo,
  detalle: z.string(),
  evaluador: z.object({ id: z.string(), nombre: z.string() }),
  solicitud: z.object({ folio: z.string(), aspirante: z.string() }),
  creadoEn: z.string(),
  /** Name of the account that registered it; null: the portal found it. */
  registro: z.string().nullable(),
  resolvio: z.string().nullable(),
  resueltoEn: z.string().nullable(),
  resolucion: z.string().nullable(),
});
export type Impedimento = z.output<typeof impedimento>;

/** Those that wait first, then the newest; 1,000 at most. Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`). */
export const listImpedimentosConvocatoria = callable({
  name: 'listImpedimentosConvocatoria',
  summary:
    'Los impedimentos entre evaluadores y solicitudes de una convocatoria (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ convocatoriaId: id }),
  output: z.object({ impedimentos: z.array(impedimento), porResolver: z.number() }),
});

/**
 * Confirms or discards one that waits. A confirmed one annuls what was assigned of the pair, which goes to others. Errors: NOT_FOUND,
 * ABORTED (`posgrado-ya-cambio`), PERMISSION_DENIED (`sobre-uno-mismo`, `posgrado-es-parte`).
 */
export const decideImpedimento = callable({
  name: 'decideImpedimentoEvaluador',
  summary: 'Confirma o descarta un posible impedimento, con el motivo (Escolar y Admin).',
  input: z.strictObject({ id, confirma: z.boolean(), motivo }),
  output: z.object({ anuladas: z.number() }),
});

/**
 * Registers one that nobody's file says (a challenge, what somebody told the school). Errors: NOT_FOUND (`evaluador-no-existe`,
 * `asignacion-sin-solicitud`), ALREADY_EXISTS, PERMISSION_DENIED.
 */
export const createImpedimento = callable({
  name: 'createImpedimentoEvaluador',
  summary: 'Registra un impedimento que no consta en los expedientes (Escolar y Admin).',
  input: z.strictObject({ evaluadorId: id, folio: z.string().trim().min(1).max(40), motivo }),
  output: z.object({ id: z.string(), anuladas: z.number() }),
});
