import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type { listItemsCatalogo } from '../../catalogos/contract.ts';
import type { listDocumentosPersona } from '../../documentos/contract.ts';
import type * as contract from '../contract.ts';

/** The documents of a kind, for staff. */
export const listEmitidosCall =
  caller<typeof contract.listDocumentosEmitidos>('listDocumentosEmitidos');
const listPropios = caller<typeof contract.listDocumentosEmitidosPropios>(
  'listDocumentosEmitidosPropios',
);
const listPersona = caller<typeof contract.listDocumentosEmitidosPersona>(
  'listDocumentosEmitidosPersona',
);
const get = caller<typeof contract.getDocumentoEmitido>('getDocumentoEmitido');
const create = caller<typeof contract.createDocumentoEmitido>('createDocumentoEmitido');
const confirm = caller<typeof contract.confirmDocumentoEmitido>('confirmDocumentoEmitido');
const discard = caller<typeof contract.discardDocumentoEmitido>('discardDocumentoEmitido');
const update = caller<typeof contract.updateVigenciaDocumentoEmitido>(
  'updateVigenciaDocumentoEmitido',
);
const replace = caller<typeof contract.replaceDocumentoEmitido>('replaceDocumentoEmitido');
const lineasDeActa = caller<typeof contract.listLineasDeActa>('listLineasDeActa');
const enDesacuerdo = caller<typeof contract.listDocumentosEnDesacuerdo>(
  'listDocumentosEnDesacuerdo',
);
const listDocumentos = caller<typeof listDocumentosPersona>('listDocumentosPersona');
const listItems = caller<typeof listItemsCatalogo>('listItemsCatalogo');

/** What the school issued to whoever asks. */
export const useEmitidosPropios = () => useCall(listPropios, null);

/** What it issued to somebody, for staff. */
export const useEmitidosPersona = (clave: string) => useCall(listPersona, { clave });

/** One, with all that it says. */
export const useEmitido = (id: string) => useCall(get, { id });

/** The courses that a person passed by closed actas; asked for once their whole key is typed. */
export const useLineasDeActa = (clave: string, whole: boolean) =>
  useCall(lineasDeActa, { clave }, { enabled: whole, retry: false });

/** The documents of a person's vault. */
export const useDocumentosDe = (clave: string, wanted: boolean) =>
  useCall(listDocumentos, { clave }, { enabled: wanted });

/** The documents of an edition that no longer agree with its acta. */
export const useEnDesacuerdo = (edicionId: string) => useCall(enDesacuerdo, { edicionId });

/** Who may sign, as the catalog has them. */
export const useFirmantes = () =>
  useCall(listItems, { catalogo: 'firmantes', porPagina: 200 }, { staleTime: 60_000 });

/** Whatever is done to one, the lists and what is open of it are shown anew. */
const changes = {
  invalidates: [listEmitidosCall, listPersona, get, enDesacuerdo, { callName: 'listPendientes' }],
};

export const useCreateEmitido = () => useCallMutation(create, changes).mutateAsync;
export const useConfirmEmitido = () => useCallMutation(confirm, changes).mutateAsync;
export const useDiscardEmitido = () => useCallMutation(discard, changes).mutateAsync;
export const useUpdateVigencia = () => useCallMutation(update, changes).mutateAsync;
export const useReplaceEmitido = () => useCallMutation(replace, changes).mutateAsync;
