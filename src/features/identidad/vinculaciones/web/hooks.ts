import { CallError } from '../../../../platform/shared/errors.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { useSessionControl, useUser } from '../../../../platform/web/session/react.tsx';
import {
  type Progress,
  StorageError,
  uploadResumable,
} from '../../../../platform/web/storage/index.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import type * as registro from '../../contract.ts';
import { displayNameOf, type Nombres } from '../../rules.ts';
import type * as contract from '../contract.ts';

const listVinculaciones = caller<typeof contract.listVinculaciones>('listVinculaciones');
const getVinculacionPropia = caller<typeof contract.getVinculacionPropia>('getVinculacionPropia');
const setCurpUserNew = caller<typeof registro.setCurpUserNew>('setCurpUserNew');
const setCurpUserTransaction =
  caller<typeof registro.setCurpUserTransaction>('setCurpUserTransaction');

/** The queue, as the address asks for it. */
export const useVinculaciones = () => {
  const state = useTableState({ sortable: ['creadoEn'], sort: { id: 'creadoEn', desc: false } });
  const query = useTableQuery(listVinculaciones, {
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** Whether one's own account waits for a file. */
export const useMiVinculacion = (enabled = true) =>
  useCall(getVinculacionPropia, null, { enabled });

/** Puts a photo of the identification where staff will look at it. */
export const useSendIdentificacion = () => {
  const invalidate = useInvalidate();
  return async (
    carpeta: string,
    image: File,
    options: { signal?: AbortSignal; onProgress?: (progress: Progress) => void },
  ): Promise<void> => {
    const type = { 'image/png': 'png', 'image/webp': 'webp' }[image.type] ?? 'jpg';
    const name = `${carpeta}identificacion-${Date.now().toString(36)}.${type}`;
    try {
      await uploadResumable(name, image, { ...options, metadata: { contentType: image.type } });
    } catch (error) {
      // Its words are for people, as those of a call are.
      if (error instanceof StorageError) throw new CallError('UNAVAILABLE', error.message);
      throw error;
    }
    await invalidate(getVinculacionPropia);
  };
};

/** Says again whose file the account's person has: by CURP, or that there is none. */
export const useGiveDatos = () => {
  const { email } = useUser();
  const session = useSessionControl();
  const invalidate = useInvalidate();
  const after = async () => {
    await invalidate(getVinculacionPropia);
    await session.reload();
  };
  return {
    conCurp: async (curp: string, nombres: Nombres) => {
      await setCurpUserNew({ email, curp, displayName: displayNameOf(nombres) });
      await after();
    },
    sinCurp: async (persona: Nombres) => {
      await setCurpUserTransaction({ email, displayName: displayNameOf(persona), persona });
      await after();
    },
  };
};
