import { createParser } from 'eventsource-parser';
import {
  CABECERA_EVENTOS,
  EVENTOS_PATH,
  type Evento,
  LATIDO_SEGUNDOS,
} from '../../shared/eventos.ts';

/** Milliseconds of silence after which a stream is dead: the server beats every `LATIDO_SEGUNDOS`. */
const SILENT_MS = LATIDO_SEGUNDOS * 2_000 + 5_000;

/** Why a stream is over. `unauthenticated`: the session ended; `silent`: something between keeps what is sent. */
export type Fin = 'ended' | 'silent' | 'refused' | 'unauthenticated' | 'stopped';

/**
 * Reads the stream until it ends. `fetch` and not EventSource, which tells neither a 401 nor that it gave up, and sends no header.
 */
export const readStream = async (
  onEvento: (evento: Evento) => void,
  signal: AbortSignal,
): Promise<Fin> => {
  const dead = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(() => dead.abort(), SILENT_MS);
  };
  hear();
  try {
    const response = await fetch(EVENTOS_PATH, {
      headers: { accept: 'text/event-stream', [CABECERA_EVENTOS]: '1' },
      signal: AbortSignal.any([signal, dead.signal]),
      cache: 'no-store',
    });
    if (response.status === 401 || response.status === 403) return 'unauthenticated';
    if (!response.ok || !response.body) return 'refused';
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event) onEvento({ tipo: event, datos: JSON.parse(data) } as Evento);
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      hear();
      parser.feed(value);
    }
  } catch {
    if (signal.aborted) return 'stopped';
    return dead.signal.aborted ? 'silent' : 'refused';
  } finally {
    clearTimeout(timer!);
    dead.abort();
  }
};
