import { CallError } from '../../shared/errors.ts';
import { type CallOptions, fieldErrorsOf, isOffline, messageOf } from '../callables/client.ts';

/** Where what is being written is: what was last kept, or why it could not be. */
export type AutosaveState =
  | { readonly tipo: 'sinCambios' }
  | { readonly tipo: 'pendiente' | 'guardando' | 'sinConexion' | 'sesionTerminada' }
  | { readonly tipo: 'guardado'; readonly en: string }
  | { readonly tipo: 'error'; readonly mensaje: string }
  /** Somebody else saved the same meanwhile: nothing more is sent until `resolve`. */
  | { readonly tipo: 'conflicto'; readonly mensaje: string; readonly error: CallError };

/** Sends what is written; answers when it was kept (ISO instant). */
export type Save<V> = (value: V, options: CallOptions) => Promise<{ guardadoEn: string }>;

export type AutosaveOptions<V = never> = {
  /** Where it stands on the device until the server has it. */
  readonly mirror?: { readonly keep: (value: V) => void; readonly forget: () => void };
  /**
   * Which refusal says that somebody else saved the same meanwhile (a version that is no longer the one that was
   * edited). Without it none does: the newest text is the one that stays.
   */
  readonly isConflict?: (error: CallError) => boolean;
};

const DELAY_MS = 800;
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const;

const PASSING = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'RESOURCE_EXHAUSTED']);
const isPassing = (error: unknown): boolean =>
  isOffline(error) || !(error instanceof CallError) || PASSING.has(error.status);

const stateOfError = (
  error: unknown,
  { isConflict }: Pick<AutosaveOptions, 'isConflict'>,
): AutosaveState => {
  if (isOffline(error)) return { tipo: 'sinConexion' };
  if (error instanceof CallError && isConflict?.(error)) {
    return { tipo: 'conflicto', mensaje: messageOf(error), error };
  }
  if (error instanceof CallError && error.status === 'UNAUTHENTICATED') {
    return { tipo: 'sesionTerminada' };
  }
  // What is wrong with one of its fields says more than that something is.
  const [primero] = Object.values(fieldErrorsOf(error));
  return { tipo: 'error', mensaje: primero ?? messageOf(error) };
};

/**
 * Saves what is typed a moment after the last key, one request at a time, the newest text last.
 * What could not be saved is kept and tried again.
 */
export const createAutosave = <V>(save: Save<V>, options: AutosaveOptions<V> = {}) => {
  // In a box: what is written may be null itself.
  let unsaved: { readonly value: V } | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;
  let estado: AutosaveState = { tipo: 'sinCambios' };
  const listeners = new Set<() => void>();

  const set = (next: AutosaveState) => {
    estado = next;
    for (const listener of listeners) listener();
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void flush(), ms);
  };

  const send = async (how: CallOptions): Promise<void> => {
    const sent = unsaved;
    if (sent === null || stopped || estado.tipo === 'conflicto') return;
    clearTimeout(timer);
    unsaved = null;
    if (estado.tipo !== 'sinConexion') set({ tipo: 'guardando' });
    try {
      const { guardadoEn } = await save(sent.value, how);
      failures = 0;
      if (unsaved === null) options.mirror?.forget();
      set(unsaved === null ? { tipo: 'guardado', en: guardadoEn } : { tipo: 'pendiente' });
      if (unsaved !== null) schedule(DELAY_MS);
    } catch (error) {
      // Newer text, typed meanwhile, already holds what this one said.
      unsaved ??= sent;
      const failed = stateOfError(error, options);
      set(failed);
      if (failed.tipo === 'conflicto' || !isPassing(error)) return;
      schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? DELAY_MS);
      failures += 1;
    }
  };

  /** Saves now what is unsaved, after the save under way. */
  const flush = (): Promise<void> => {
    running = (running ?? Promise.resolve()).then(() => send({}));
    return running;
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => estado,
    change: (value: V) => {
      unsaved = { value };
      options.mirror?.keep(value);
      if (estado.tipo === 'conflicto') return;
      if (estado.tipo !== 'sinConexion') set({ tipo: 'pendiente' });
      schedule(DELAY_MS);
    },
    /** After a conflict: what both changes come to is saved, on the version that is now the last. */
    resolve: (value: V) => {
      set({ tipo: 'pendiente' });
      unsaved = { value };
      options.mirror?.keep(value);
      schedule(0);
    },
    flush,
    /** The page may be about to go: does not wait for the save under way. */
    leave: () => void send({ keepalive: true }),
    /** Nothing more is saved: what was a draft was sent. */
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    resume: () => {
      stopped = false;
      if (unsaved !== null) schedule(DELAY_MS);
    },
    /** It was sent for good, or given up: nothing is left to save. */
    finish: () => {
      stopped = true;
      clearTimeout(timer);
      unsaved = null;
      options.mirror?.forget();
    },
    hasUnsaved: () => !stopped && (unsaved !== null || estado.tipo === 'guardando'),
  };
};
export type Autosave<V> = ReturnType<typeof createAutosave<V>>;
