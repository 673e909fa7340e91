import { useEffect, useRef, useState } from 'react';
import type { InputOf, OutputOf } from '../../../../platform/shared/callable.ts';
import { caller, messageOf } from '../../../../platform/web/callables/client.ts';
import { useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import type * as contract from '../contract.ts';

const start = caller<typeof contract.startRevisionDocumento>('startRevisionDocumento');
const renew = caller<typeof contract.renewRevisionDocumento>('renewRevisionDocumento');
const end = caller<typeof contract.endRevisionDocumento>('endRevisionDocumento');
const decide = caller<typeof contract.decideRevisionDocumento>('decideRevisionDocumento');
const withdraw = caller<typeof contract.withdrawDecisionDocumento>('withdrawDecisionDocumento');
/** What shows how many wait, and what became of one. */
const OLD = ['getPendientesDocumentos', 'listPendientes', 'listDocumentosPersona'].map(
  (callName) => ({ callName }),
);

type Turno = OutputOf<typeof contract.startRevisionDocumento>;
type Decision = InputOf<typeof contract.decideRevisionDocumento>;

/** While one is looked at it is held; so often, in milliseconds. */
const RENEW_MS = 180_000;

/** What was decided last, for whoever wants it back. */
export type Ultimo = { readonly id: string; readonly dicho: string };

/**
 * The queue as one person goes through it: the document at hand (held, and let go when the screen is left), what was
 * left for later, what was decided last.
 */
export const useRevision = () => {
  const [params, setParams] = useSearchParams();
  const asked = params.get('documento');
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

  /** One act at a time: a key pressed twice does it once. */
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

  const id = turno?.documento?.id;
  useEffect(() => {
    if (!id) return;
    const timer = setInterval(() => {
      renew({ id }).catch((problem: unknown) => notify.warning(messageOf(problem)));
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [id]);

  return {
    turno,
    error,
    busy,
    saltados,
    ultimo,
    retry: () => void load({ saltados }),
    decidir: (decision: Decision, dicho: string) =>
      act(async () => {
        await decide(decision);
        setUltimo({ id: decision.id, dicho });
        await Promise.all([load({ saltados }), invalidate(...OLD)]);
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
        if (!ultimo) return;
        await withdraw({ id: ultimo.id });
        setUltimo(null);
        notify.info(`Se deshizo: ${ultimo.dicho}`);
        await Promise.all([load({ id: ultimo.id, saltados }), invalidate(...OLD)]);
      }),
  };
};
