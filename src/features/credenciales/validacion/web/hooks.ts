import { caller } from '../../../../platform/web/callables/client.ts';
import type { checkDocumentoEmitido } from '../contract.ts';

/** How the document of a folio stands. */
export const checkDocumentoCall = caller<typeof checkDocumentoEmitido>('checkDocumentoEmitido');
