import { useRef, useState } from 'react';
import { CallError } from '../../../platform/shared/errors.ts';
import { caller, codeOf } from '../../../platform/web/callables/client.ts';
import { useCall, useInvalidate } from '../../../platform/web/callables/hooks.ts';
import type { Envio } from '../../../platform/web/form/index.ts';
import { useUser } from '../../../platform/web/session/react.tsx';
import {
  callOnceReached,
  StorageError,
  uploadResumable,
} from '../../../platform/web/storage/index.ts';
import { holdUnsaved } from '../../../platform/web/unsaved.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { archivoProblem, HEAD_BYTES } from '../rules.ts';

const listDocumentosPersona =
  caller<typeof contract.listDocumentosPersona>('listDocumentosPersona');
const saveDocumentoPersona = caller<typeof contract.saveDocumentoPersona>('saveDocumentoPersona');

const MINUTE = 60_000;

/** The vault of a file. Looking at another's leaves a note in the history: it is asked for once, not at each look. */
export const useDocumentos = (clave: string, propios: boolean) =>
  useCall(
    listDocumentosPersona,
    { clave },
    propios ? {} : { staleTime: MINUTE, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** What a file is in the vault; `enviado`: it is there, and the answer that says what it is was lost. */
export type Enviado = contract.VersionDocumento | 'enviado';

/** What goes into one place of the vault: how far it has come, or why it did not. */
export type Subida = {
  readonly envio: Envio | null;
  readonly problem: string | null;
  /** What it is in the vault (`enviado`: it is there, and the answer that says what it is was lost); null: it did not arrive. */
  readonly send: (file: File) => Promise<Enviado | null>;
  readonly cancel: () => void;
};

const nameOf = (uid: string, { type }: File): string => {
  const end = { 'image/png': 'png', 'image/jpeg': 'jpg' }[type] ?? 'pdf';
  return `documentos/${uid}/${crypto.randomUUID()}.${end}`;
};

/**
 * Sends files into one's own vault, or of `clave`, for staff. It goes on while the screen is left, and after a cut from where it was; closing
 * the window warns.
 */
export const useSubida = (tipo: string, clave: string | null = null): Subida => {
  const { uid } = useUser();
  const invalidate = useInvalidate();
  const [envio, setEnvio] = useState<Envio | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  const send = async (file: File): Promise<Enviado | null> => {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const wrong = archivoProblem(file.size, head);
    setProblem(wrong);
    if (wrong) return null;
    const going = new AbortController();
    running.current = going;
    const letGo = holdUnsaved({ has: () => true });
    setEnvio({ bytesTransferred: 0, totalBytes: file.size });
    try {
      const archivo = nameOf(uid, file);
      const metadata = { contentType: file.type || 'application/octet-stream' };
      await uploadResumable(archivo, file, {
        signal: going.signal,
        onProgress: setEnvio,
        metadata,
      });
      let asked = 0;
      const saved = await callOnceReached(
        () => {
          asked += 1;
          return saveDocumentoPersona(
            { tipo, archivo, nombre: file.name, ...(clave !== null && { clave }) },
            { signal: going.signal },
          );
        },
        {
          signal: going.signal,
          onWait: (resume) =>
            setEnvio({
              bytesTransferred: file.size,
              totalBytes: file.size,
              waiting: true,
              resume,
            }),
        },
      ).catch((error: unknown) => {
        // Asked again, it is not there any more: it was taken, and the answer was lost.
        if (asked > 1 && codeOf(error) === ERRORES.sinArchivo.code) return 'enviado' as const;
        throw error;
      });
      await invalidate(listDocumentosPersona, { callName: 'listPendientes' });
      return saved;
    } catch (error) {
      if (going.signal.aborted) return null;
      setProblem(
        error instanceof StorageError || error instanceof CallError
          ? error.message
          : 'No se pudo enviar el archivo. Inténtelo de nuevo.',
      );
      return null;
    } finally {
      letGo();
      setEnvio(null);
    }
  };
  return { envio, problem, send, cancel: () => running.current?.abort() };
};
