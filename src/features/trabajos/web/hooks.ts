import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../platform/shared/errors.ts';
import { TRABAJO } from '../../../platform/shared/trabajos.ts';
import {
  caller,
  messageOf,
  readAnswer,
  renewSession,
} from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation, useInvalidate } from '../../../platform/web/callables/hooks.ts';
import { notify } from '../../../platform/web/feedback/index.ts';
import type { Envio } from '../../../platform/web/form/index.ts';
import type {
  ArchivoRecibido,
  cancelTrabajo,
  describeHoja,
  hideTrabajos,
  listTrabajos,
  previewImportacion,
  retryTrabajo,
  startExportacion,
  startImportacion,
  Trabajo,
  VistaPrevia,
} from '../contract.ts';
import { exportacionUrl, importacionUrl } from '../routes.ts';
import { finalesTras, ultimoFinal } from '../rules.ts';

const listTrabajosCall = caller<typeof listTrabajos>('listTrabajos');
const cancelTrabajoCall = caller<typeof cancelTrabajo>('cancelTrabajo');
const retryTrabajoCall = caller<typeof retryTrabajo>('retryTrabajo');
const hideTrabajosCall = caller<typeof hideTrabajos>('hideTrabajos');
const describeHojaCall = caller<typeof describeHoja>('describeHoja');
const previewImportacionCall = caller<typeof previewImportacion>('previewImportacion');
const startImportacionCall = caller<typeof startImportacion>('startImportacion');
const startExportacionCall = caller<typeof startExportacion>('startExportacion');

export const isLive = ({ estado }: Pick<Trabajo, 'estado'>): boolean => TRABAJO.is('vivos', estado);

const LIVE_MS = 2_000;
const IDLE_MS = 30_000;

/**
 * The tray; `todos`: everybody's, for an Admin. Asked every 2 s while something runs, never while
 * the browser's tab is hidden.
 */
export const useTrabajos = ({
  slow = IDLE_MS,
  todos = false,
}: {
  slow?: number | false;
  todos?: boolean;
} = {}) =>
  useCall(
    listTrabajosCall,
    { todos },
    {
      staleTime: 1_000,
      refetchInterval: (query) => (query.state.data?.trabajos.some(isLive) ? LIVE_MS : slow),
    },
  );

/** The file that a job left, to be downloaded from a notice. */
const downloadOf = ({ id, nombre }: NonNullable<Trabajo['archivo']>) => ({
  label: 'Descargar',
  href: exportacionUrl(id),
  download: nombre,
});

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

/** Up to when somebody has seen what ended: account and instant, of the last one who used this browser. */
const VISTO = 'portal-trabajos-visto';

const readVisto = (uid: string): string | null => {
  try {
    const [whose, hasta] = (localStorage.getItem(VISTO) ?? '').split(' ');
    return whose === uid && hasta !== undefined ? hasta : null;
  } catch {
    return null;
  }
};

/**
 * The person's jobs that ended since they last looked, also while the portal was closed; `seen` marks all of them. The
 * instants are the server's: this device's clock may be another.
 */
export const useSinVer = (
  uid: string,
  trabajos: readonly Trabajo[] | undefined,
): [sinVer: ReadonlySet<string>, seen: () => void] => {
  const [visto, setVisto] = useState(() => readVisto(uid));
  const seen = () => {
    const hasta = ultimoFinal(trabajos ?? [], visto ?? '');
    setVisto(hasta);
    try {
      localStorage.setItem(VISTO, `${uid} ${hasta}`);
    } catch {
      // Without storage the mark lasts until the page is closed.
    }
  };
  // Whoever is here for the first time has nothing old to look at.
  const first = visto === null && trabajos !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (first) seen();
  }, [first]);
  return [visto === null ? new Set() : finalesTras(trabajos ?? [], visto), seen];
};

/** Says once that a job of the person's has ended, wherever they are by then. */
export const useAnnounceTrabajos = (trabajos: readonly Trabajo[]): void => {
  const before = useRef(new Map<string, Trabajo['estado']>());
  useEffect(() => {
    for (const trabajo of trabajos) {
      const was = before.current.get(trabajo.id);
      if (was !== undefined && isLive({ estado: was })) {
        const text = `${trabajo.titulo}: ${trabajo.mensaje ?? 'terminó.'}`;
        const action = trabajo.archivo ? downloadOf(trabajo.archivo) : undefined;
        if (trabajo.estado === 'terminado') notify.success(text, action);
        if (trabajo.estado === 'fallido') notify.error(text, action);
      }
      before.current.set(trabajo.id, trabajo.estado);
    }
  }, [trabajos]);
};

const tray = { invalidates: [listTrabajosCall] };
export const useCancelTrabajo = () => useCallMutation(cancelTrabajoCall, tray);
export const useRetryTrabajo = () => useCallMutation(retryTrabajoCall, tray);
export const useHideTrabajos = () => useCallMutation(hideTrabajosCall, tray);

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

/** Sends a file's bytes; the server says what it found in it. */
const uploadHoja = async (
  hoja: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (envio: Envio) => void },
): Promise<ArchivoRecibido> => {
  const send = async () => {
    // Not with the tray, which everybody has: with the first file that somebody sends.
    const { sendFile } = await import('../../../platform/web/storage/index.ts');
    const answer = await sendFile(importacionUrl(hoja, file.name), file, options).catch(() => {
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
    upload: () => {
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
