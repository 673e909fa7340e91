import { useRef, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  caller,
  messageOf,
  readAnswer,
  renewSession,
} from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import type { Envio } from '../../../../platform/web/form/index.ts';
import type {
  ArchivoRecibido,
  describeHoja,
  previewImportacion,
  startExportacion,
  startImportacion,
  Trabajo,
  VistaPrevia,
} from '../../contract.ts';
import { exportacionUrl } from '../../routes.ts';
import { downloadOf, listTrabajosCall, tray } from '../../web/hooks.ts';
import { importacionUrl } from '../routes.ts';

const describeHojaCall = caller<typeof describeHoja>('describeHoja');
const previewImportacionCall = caller<typeof previewImportacion>('previewImportacion');
const startImportacionCall = caller<typeof startImportacion>('startImportacion');
const startExportacionCall = caller<typeof startExportacion>('startExportacion');

/** Sends a file's bytes; the server says what it found in it. */
const uploadHoja = async (
  hoja: string,
  file: File,
  {
    hojaDelLibro,
    ...options
  }: {
    signal: AbortSignal;
    onProgress: (envio: Envio) => void;
    /** The worksheet to read, from 0; null: whichever has the columns. */
    hojaDelLibro: number | null;
  },
): Promise<ArchivoRecibido> => {
  const send = async () => {
    // Only with the first file that somebody sends.
    const { sendFile } = await import('../../../../platform/web/storage/index.ts');
    const answer = await sendFile(
      importacionUrl(hoja, file.name, hojaDelLibro),
      file,
      options,
    ).catch(() => {
      throw new CallError(
        'UNAVAILABLE',
        options.signal.aborted
          ? 'Se canceló el envío. El archivo sigue elegido.'
          : 'Se perdió la conexión antes de terminar. El archivo sigue elegido: inténtelo de nuevo.',
      );
    });
    return readAnswer(answer.status, answer.text) as ArchivoRecibido;
  };
  try {
    return await send();
  } catch (error) {
    const ended = error instanceof CallError && error.status === 'UNAUTHENTICATED';
    if (!ended || !(await renewSession())) throw error;
    return send();
  }
};

/** By column, what its cells say (folded) and what is meant by it. */
export type Elecciones = Record<string, Record<string, string>>;

export type Paso = 'archivo' | 'columnas' | 'revision' | 'trabajo';

/**
 * An import on its way: file → columns → check → job. Lives outside the dialog's body, so that
 * closing and opening it again goes on where it was.
 */
export const useImportacion = (hoja: string, opened: boolean) => {
  const descrita = useCall(describeHojaCall, { hoja }, { enabled: opened, staleTime: 300_000 });
  const invalidate = useInvalidate();
  const [paso, setPaso] = useState<Paso>('archivo');
  const [file, setFile] = useState<File | null>(null);
  const [recibido, setRecibido] = useState<ArchivoRecibido | null>(null);
  const [columnas, setColumnas] = useState<Record<string, number | null>>({});
  const [elecciones, setElecciones] = useState<Elecciones>({});
  const [vista, setVista] = useState<VistaPrevia | null>(null);
  const [trabajo, setTrabajo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [envio, setEnvio] = useState<Envio | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [error, setError] = useState<string | null>(null);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  const goTo = (to: Paso) => {
    setError(null);
    setPaso(to);
  };

  return {
    descrita,
    paso,
    file,
    recibido,
    columnas,
    elecciones,
    vista,
    trabajo,
    busy,
    envio,
    error,
    cancelUpload: () => sending.current?.abort(),
    goTo,
    setFile(chosen: File | null) {
      setError(null);
      setFile(chosen);
    },
    setColumna: (key: string, at: number | null) =>
      setColumnas((old) => ({
        ...old,
        // One column of the file serves one of the list.
        ...Object.fromEntries(
          Object.keys(old)
            .filter((k) => at !== null && old[k] === at)
            .map((k) => [k, null]),
        ),
        [key]: at,
      })),
    restart() {
      setPaso('archivo');
      setFile(null);
      setRecibido(null);
      setElecciones({});
      setVista(null);
      setTrabajo(null);
      setError(null);
    },
    /** Sends the file; `hojaDelLibro`: to have another worksheet read. */
    upload: (hojaDelLibro: number | null = null) => {
      if (!file) {
        setError('Elija el archivo que quiere importar.');
        return Promise.resolve();
      }
      return attempt(async () => {
        const mine = new AbortController();
        sending.current = mine;
        const answer = await uploadHoja(hoja, file, {
          signal: mine.signal,
          onProgress: setEnvio,
          hojaDelLibro,
        }).finally(() => setEnvio(null));
        setRecibido(answer);
        setColumnas(answer.correspondencia);
        setElecciones({});
        setPaso('columnas');
      });
    },
    /** Checks the file as its columns and the answers about it say. */
    review: (answers: Elecciones = elecciones) =>
      attempt(async () => {
        if (!recibido) return;
        const { archivo } = recibido;
        const input = { hoja, archivo, correspondencia: columnas, elecciones: answers };
        setVista(await previewImportacionCall(input));
        setElecciones(answers);
        setPaso('revision');
      }),
    start: () =>
      attempt(async () => {
        if (!recibido) return;
        const { archivo } = recibido;
        const input = { hoja, archivo, correspondencia: columnas, elecciones };
        const started = await startImportacionCall(input);
        setTrabajo(started.trabajo);
        setPaso('trabajo');
        await invalidate(listTrabajosCall);
      }),
  };
};

export type Importacion = ReturnType<typeof useImportacion>;

/** Downloads a file that was made at once, and says so. */
const handOver = (archivo: NonNullable<Trabajo['archivo']>): void => {
  const link = document.createElement('a');
  link.href = exportacionUrl(archivo.id);
  link.download = archivo.nombre;
  link.click();
  notify.success(`Se descargó «${archivo.nombre}».`, {
    ...downloadOf(archivo),
    label: 'Descargar otra vez',
  });
};

/** Exports a list: a short one is downloaded at once, a long one arrives in the tray; `asked` runs either way. */
export const useExportar = () => {
  const { isPending, mutate } = useCallMutation(startExportacionCall, tray);
  return {
    busy: isPending,
    exportar: (
      lista: { hoja: string; tipo: 'xlsx' | 'csv'; filtros?: Record<string, unknown> },
      asked?: () => void,
    ) =>
      mutate(
        { ...lista, alMomento: true },
        {
          onSuccess: ({ archivo }) => {
            asked?.();
            if (archivo) return handOver(archivo);
            notify.info('La lista es larga: se está preparando. El archivo aparecerá en Trabajos.');
          },
          onError: (error) => notify.error(messageOf(error)),
        },
      ),
  };
};
