import type { Evento } from '../../shared/eventos.ts';
import { type Fin, readStream } from './stream.ts';

/** One stream a browser: the tab that holds this lock reads it and tells the others. */
const LOCK = 'portal-eventos';

/** A leader that does not answer a visible tab within this is frozen: the tab takes its place. */
const STEAL_MS = 3_000;
/** How often a visible tab asks whether there is a leader. */
const ASK_MS = 15_000;
/** Milliseconds between tries: doubled each time, never all at the same moment. */
const [FIRST_MS, LAST_MS] = [1_000, 30_000];
/** Streams that were silent one after another before the tab polls instead. */
const MAX_SILENT = 3;
const POLL_MS = 15_000;

type Said =
  | { readonly tipo: 'evento'; readonly uid: string; readonly evento: Evento }
  | { readonly tipo: 'hay' | 'aqui'; readonly uid: string };

const CONECTADO: Evento = { tipo: 'conectado', datos: {} };

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Hears the events of an account in this tab, from the server or from the tab that does. `conectado` is told whenever something may
 * have been missed. The answer stops it.
 */
export const startEventos = (uid: string, emit: (evento: Evento) => void): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const channel = new BroadcastChannel(`${LOCK}-${uid}`);
  const say = (said: Said) => {
    if (!signal.aborted) channel.postMessage(said);
  };
  let leads = false;
  let answered = false;
  /** Whether this tab was told to ask for what it may have missed before it listened; its own stream says so by itself. */
  let joined = false;
  const join = () => {
    if (!joined && !leads) emit(CONECTADO);
    joined = true;
  };

  /** Reads stream after stream while this tab leads. */
  const lead = async (mine: AbortSignal): Promise<void> => {
    leads = true;
    let wait = FIRST_MS;
    let silent = 0;
    const onEvento = (evento: Evento) => {
      wait = FIRST_MS;
      if (evento.tipo === 'adios') wait = 1_000 * (evento as Evento<'adios'>).datos.segundos;
      if (evento.tipo !== 'adios') {
        emit(evento);
        say({ tipo: 'evento', uid, evento });
      }
    };
    while (!mine.aborted) {
      const fin: Fin =
        silent < MAX_SILENT ? await readStream(onEvento, mine) : await pollOnce(mine, onEvento);
      silent = fin === 'silent' ? silent + 1 : fin === 'ended' ? 0 : silent;
      // Whoever enters again starts it anew.
      if (fin === 'unauthenticated') break;
      await pause(wait * (0.5 + Math.random()), mine);
      wait = Math.min(wait * 2, LAST_MS);
    }
    leads = false;
  };

  /** Where streams do not arrive, screens ask by themselves now and then; a stream is tried again each tenth time. */
  let polls = 0;
  const pollOnce = async (mine: AbortSignal, onEvento: (evento: Evento) => void): Promise<Fin> => {
    polls += 1;
    if (polls % 10 === 0) return readStream(onEvento, mine);
    await pause(POLL_MS, mine);
    if (!mine.aborted) onEvento(CONECTADO);
    return 'refused';
  };

  const hold = (steal: boolean): void => {
    const options = steal ? { steal } : { signal };
    navigator.locks
      .request(`${LOCK}-${uid}`, options, async () => {
        const mine = new AbortController();
        signal.addEventListener('abort', () => mine.abort());
        lost = () => mine.abort();
        await lead(mine.signal);
      })
      // Stolen by a tab that is looked at, or stopped: waits for its turn again.
      .catch(() => {
        lost();
        if (!signal.aborted) hold(false);
      });
  };
  let lost = () => {};

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.uid !== uid) return;
    if (data.tipo === 'evento') {
      answered = true;
      joined ||= data.evento.tipo === 'conectado';
      join();
      emit(data.evento);
    } else if (data.tipo === 'hay' && leads) say({ tipo: 'aqui', uid });
    else if (data.tipo === 'aqui') {
      answered = true;
      join();
    }
  };

  /** A tab that is looked at makes sure that somebody reads. */
  const ask = async (): Promise<void> => {
    if (leads || document.visibilityState !== 'visible') return;
    answered = false;
    say({ tipo: 'hay', uid });
    await pause(STEAL_MS, signal);
    if (!answered && !leads && !signal.aborted && document.visibilityState === 'visible') {
      hold(true);
      emit(CONECTADO);
    }
  };
  const onVisible = () => void ask();
  document.addEventListener('visibilitychange', onVisible);
  const asking = setInterval(onVisible, ASK_MS);
  hold(false);
  say({ tipo: 'hay', uid });

  return () => {
    stop.abort();
    clearInterval(asking);
    document.removeEventListener('visibilitychange', onVisible);
    channel.close();
  };
};
