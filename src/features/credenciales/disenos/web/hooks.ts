import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CallError } from '../../../../platform/shared/errors.ts';
import { useAutosave } from '../../../../platform/web/autosave/index.ts';
import { type CallOptions, caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { uploadResumable } from '../../../../platform/web/storage/index.ts';
import type { Tipo } from '../../rules.ts';
import type * as contract from '../contract.ts';
import type * as imagenes from '../imagenes/contract.ts';
import type { ProblemaDiseno } from '../rules.ts';

const listCall = caller<typeof contract.listDisenos>('listDisenos');
const offeredCall = caller<typeof contract.listDisenosEmision>('listDisenosEmision');
const versionCall = caller<typeof contract.getVersionDiseno>('getVersionDiseno');
const createCall = caller<typeof contract.createDiseno>('createDiseno');
const renameCall = caller<typeof contract.updateNombreDiseno>('updateNombreDiseno');
const startCall = caller<typeof contract.startVersionDiseno>('startVersionDiseno');
const saveCall = caller<typeof contract.saveVersionDiseno>('saveVersionDiseno');
const publishCall = caller<typeof contract.publishVersionDiseno>('publishVersionDiseno');
const discardCall = caller<typeof contract.discardVersionDiseno>('discardVersionDiseno');
const archiveCall = caller<typeof contract.archiveDiseno>('archiveDiseno');
const defaultCall = caller<typeof contract.setDisenoPredeterminado>('setDisenoPredeterminado');
const previewCall = caller<typeof contract.previewDiseno>('previewDiseno');
const listImagenesCall = caller<typeof imagenes.listImagenesDiseno>('listImagenesDiseno');
const createImagenCall = caller<typeof imagenes.createImagenDiseno>('createImagenDiseno');

export const useDisenos = () => useCall(listCall, null);
/** With which designs a document of that kind may be issued. */
export const useDisenosEmision = (tipo: Tipo) => useCall(offeredCall, { tipo });
/** As the server has it now: what is written stands on it. */
export const useVersionDiseno = (versionId: string) =>
  useCall(versionCall, { versionId }, { staleTime: 0, gcTime: 0 });

const changes = { invalidates: [listCall, offeredCall, versionCall] };
export const useCreateDiseno = () => useCallMutation(createCall, changes).mutateAsync;
export const useRenameDiseno = () => useCallMutation(renameCall, changes).mutateAsync;
export const useStartVersion = () => useCallMutation(startCall, changes).mutateAsync;
export const usePublishVersion = () => useCallMutation(publishCall, changes).mutateAsync;
export const useDiscardVersion = () => useCallMutation(discardCall, changes).mutateAsync;
export const useArchiveDiseno = () => useCallMutation(archiveCall, changes).mutateAsync;
export const useSetPredeterminado = () => useCallMutation(defaultCall, changes).mutateAsync;

/** Signatures and seals, the newest first. */
export const useImagenes = () => useCall(listImagenesCall, null);
const useCreateImagen = () =>
  useCallMutation(createImagenCall, { invalidates: [listImagenesCall] }).mutateAsync;

/** Sends a picture to where designs take theirs from, and adds it to them. */
export const useSendImagen = () => {
  const create = useCreateImagen();
  return async (uid: string, file: File) => {
    const id = crypto.randomUUID();
    const subida = `disenos/${uid}/${id}.${file.type === 'image/jpeg' ? 'jpg' : 'png'}`;
    await uploadResumable(subida, file, { metadata: { contentType: file.type } });
    return create({ id, subida, nombre: file.name });
  };
};

type SinGuardar = { definicion: contract.Diseno; revision: number };
const isCambio = (error: CallError) => error.status === 'ABORTED';

/**
 * A draft that is written: saved by itself, and found again where it was not; when somebody else saved it meanwhile, `choque` asks
 * which one stays.
 */
export const useBorrador = (data: contract.VersionAbierta, found: SinGuardar | null) => {
  const versionId = data.version.id;
  const mirrored = useMirrored<SinGuardar>(`diseno/${versionId}`);
  const [definicion, setDefinicion] = useState(found?.definicion ?? data.definicion);
  const at = useRef(found?.revision ?? data.revision);
  const autosave = useAutosave<contract.Diseno>(
    async (value, options: CallOptions) => {
      const saved = await saveCall({ versionId, revision: at.current, definicion: value }, options);
      at.current = saved.revision;
      return saved;
    },
    {
      isConflict: isCambio,
      mirror: {
        keep: (value) => mirrored.keep({ definicion: value, revision: at.current }),
        forget: mirrored.forget,
      },
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is saved once
  useEffect(() => {
    if (found) autosave.change(found.definicion);
  }, []);
  const { tipo } = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const resolveWith = async (mine: boolean) => {
    const now = await versionCall({ versionId });
    at.current = now.revision;
    const next = mine ? definicion : now.definicion;
    setDefinicion(next);
    autosave.resolve(next);
  };
  return {
    definicion,
    autosave,
    choque: tipo === 'conflicto',
    resolveWith,
    /** Of what was saved last. */
    revision: () => at.current,
    change: (edit: (was: contract.Diseno) => contract.Diseno) => {
      const next = edit(definicion);
      setDefinicion(next);
      autosave.change(next);
    },
  };
};
export type Borrador = ReturnType<typeof useBorrador>;

/** What an earlier visit left unsaved of a version; undefined while it is looked for. */
export const useSinGuardar = (versionId: string) =>
  useMirrored<SinGuardar>(`diseno/${versionId}`).found;

export type MuestraVista = {
  pdf: Uint8Array<ArrayBuffer> | null;
  paginas: number;
  problemas: readonly ProblemaDiseno[];
  /** Another one is on its way. */
  dibujando: boolean;
  error: unknown;
};

/** How long somebody stops typing before the sample is drawn anew. */
const PAUSE_MS = 450;

/** The sample of what is being written, a moment after the last change; the one before stays until the next is there. */
export const useMuestra = (
  asked: { tipo: Tipo; definicion: contract.Diseno; largo: boolean },
  tries: number,
): MuestraVista => {
  const [vista, setVista] = useState<MuestraVista>({
    pdf: null,
    paginas: 0,
    problemas: [],
    dibujando: true,
    error: null,
  });
  const key = JSON.stringify(asked);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is all that is asked
  useEffect(() => {
    const going = new AbortController();
    setVista((was) => ({ ...was, dibujando: true }));
    const draw = () =>
      previewCall(asked, { signal: going.signal }).then(
        ({ pdf, paginas, problemas }) => {
          if (going.signal.aborted) return;
          const bytes = Uint8Array.from(atob(pdf), (char) => char.charCodeAt(0));
          setVista({ pdf: bytes, paginas, problemas, dibujando: false, error: null });
        },
        (error: unknown) => {
          if (!going.signal.aborted) setVista((was) => ({ ...was, dibujando: false, error }));
        },
      );
    const timer = setTimeout(() => void draw(), first.current ? 0 : PAUSE_MS);
    first.current = false;
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [key, tries]);
  return vista;
};
