import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../callables/client.ts';
import { useInvalidate } from '../callables/hooks.ts';
import { notify } from '../feedback/index.ts';
import { useSearchParams } from '../router.tsx';

/** While one is looked at it is held; so often, in milliseconds. */
const RENEW_MS = 180_000;

/** What was decided last, for whoever wants it back. */
export type Ultimo = { readonly id: string; readonly dicho: string; readonly firme: boolean };

type Calls<Turno, Decision> = {
  /** The next one, or the one that is asked for. */
  readonly start: (input: { id?: string; saltados: string[] }) => Promise<Turno>;
  readonly renew: (input: { id: string }) => Promise<unknown>;
  readonly end: (input: null, options: { keepalive: true }) => Promise<unknown>;
  readonly decide: (decision: Decision) => Promise<unknown>;
  /** Left out: nothing that is decided can be undone, and each is said to be `firme`. */
  readonly withdraw?: (input: { id: string }) => Promise<unknown>;
};

/**
 * A queue of the school's as one person goes through it: the record at hand (held, and let go when the screen is left),
 * what was left for later, what was decided last.
 *
 * @param idOf Id of the record at hand; undefined: there is none.
 * @param param Parameter of the address that asks for one of them.
 * @param old What shows how many wait, and what became of one.
 */
export const useQueue = <Turno, Decision extends { readonly id: string }>(
  { start, renew, end, decide, withdraw }: Calls<Turno, Decision>,
  {
    idOf,
    param,
    old,
  }: {
    idOf: (turno: Turno) => string | undefined;
    param: string;
    old: readonly { readonly callName: string }[];
  },
) => {
  const [params, setParams] = useSearchParams();
  const asked = params.get(param);
  const invalidate = useInvalidate();
  const [turno, setTurno] = useState<Turno | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [saltados, setSaltados] = useState<readonly string[]>([]);
  const [ultimo, setUltimo] = useState<Ultimo | null>(null);
  const going = useRef(false);

  const load = async (input: { id?: string; saltados: readonly string[] }) => {
    setError(null);
    try {
      setTurno(await start({ ...input, saltados: [...input.saltados] }));
    } catch (problem) {
      // The one that was asked for is not to be had: whatever comes next, and why.
      if (input.id === undefined) setError(problem);
      else {
        notify.warning(messageOf(problem));
        await load({ saltados: input.saltados });
      }
    }
  };

  const id = turno === null ? undefined : idOf(turno);

  /** One act at a time: a key pressed twice does it once. What is refused is said, and the record shown as it is now. */
  const act = async (work: () => Promise<void>) => {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    try {
      await work();
    } catch (problem) {
      notify.error(messageOf(problem));
      await load({ saltados });
    } finally {
      going.current = false;
      setBusy(false);
    }
  };

  // Each time the screen is shown; hidden, it lets go of what it held.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left for later is looked at again by whoever says so
  useEffect(() => {
    void load({ ...(asked && { id: asked }), saltados });
    if (asked) setParams({}, { replace: true });
    return () => void end(null, { keepalive: true }).catch(() => {});
  }, []);

  useEffect(() => {
    if (!id) return;
    const timer = setInterval(() => {
      renew({ id }).catch((problem: unknown) => notify.warning(messageOf(problem)));
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [id, renew]);

  return {
    turno,
    error,
    busy,
    saltados,
    ultimo,
    retry: () => void load({ saltados }),
    /** Decides the one at hand, and goes on. `firme`: it cannot be undone. */
    decidir: (decision: Decision, dicho: string, firme = false) =>
      act(async () => {
        await decide(decision);
        setUltimo({ id: decision.id, dicho, firme });
        // Not waited for: a key pressed as soon as the next record is shown must act on it.
        void invalidate(...old);
        await load({ saltados });
      }),
    saltar: () =>
      act(async () => {
        if (!id) return;
        const more = [...saltados, id];
        setSaltados(more);
        await load({ saltados: more });
      }),
    volverASaltados: () =>
      act(async () => {
        setSaltados([]);
        await load({ saltados: [] });
      }),
    deshacer: () =>
      act(async () => {
        if (!ultimo || ultimo.firme || !withdraw) return;
        await withdraw({ id: ultimo.id });
        setUltimo(null);
        notify.info(`Se deshizo: ${ultimo.dicho}`);
        void invalidate(...old);
        await load({ id: ultimo.id, saltados });
      }),
  };
};

/** What the pieces of a queue's screen need of it. */
export type Queue = Pick<
  ReturnType<typeof useQueue<unknown, { id: string }>>,
  'busy' | 'saltados' | 'ultimo' | 'retry' | 'saltar' | 'volverASaltados' | 'deshacer'
>;
