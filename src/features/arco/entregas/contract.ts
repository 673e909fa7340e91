import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { copia } from '../copias/contract.ts';
import { TEXTO_MAX, TEXTO_MIN } from '../rules.ts';

const id = z.uuid();

/** The copies made for a request, and whether one is being made. Errors: NOT_FOUND. */
export const listEntregasTramiteArco = callable({
  name: 'listEntregasTramiteArco',
  summary:
    'Las copias de datos que se prepararon para una solicitud de acceso o portabilidad (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    copias: z.array(copia),
    /** The job that is making one; null: none is. */
    enCurso: z.string().nullable(),
    /** The address of the request that it can be sent to; null: it says none. */
    correo: z.string().nullable(),
  }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`entrega-no-pide`), ALREADY_EXISTS (`entrega-en-curso`). */
export const requestEntregaTramiteArco = callable({
  name: 'requestEntregaTramiteArco',
  summary:
    'Pide preparar, para una solicitud que procede, la copia de todos los datos de su titular (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ trabajo: z.string() }),
});

/**
 * Errors: NOT_FOUND, PERMISSION_DENIED (`arco-otra-persona`), FAILED_PRECONDITION (`entrega-vencida`, `entrega-sin-correo`,
 * `entrega-correo-desconocido`). The link serves once; the one before it, no more.
 */
export const sendEnlaceEntrega = callable({
  name: 'sendEnlaceEntrega',
  summary:
    'Envía al correo de la solicitud, si es de la persona, un enlace que descarga la copia una vez; el anterior deja de servir. No lo envía quien registró o respondió (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ correo: z.string() }),
});

/** An address for ten minutes, in the same session. Errors: NOT_FOUND, FAILED_PRECONDITION (`entrega-vencida`). */
export const createDescargaEntrega = callable({
  name: 'createDescargaEntrega',
  summary:
    'Da a quien entregará la copia en persona la dirección para descargarla; el motivo queda en el historial (Escolar y Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(TEXTO_MIN).max(TEXTO_MAX) }),
  output: z.object({ url: z.string() }),
});
