import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import { type Enviada, useSubmitInscripcion } from '../../web/hooks.ts';

/** A sending that the portal could not take at once, and will be asked to take again. */
export type Turno = {
  /** How often it was asked. */
  readonly intentos: number;
  /** Waits no longer: what was written stays, and may be sent again. */
  readonly dejar: () => void;
};

/** Seconds until the portal is asked again: at first soon, then as a crowd allows; never all at the same moment. */
export const segundosDeEspera = (intentos: number, azar: number): number =>
  Math.min(2 + intentos, 10) * (0.75 + azar / 2);

/** Too many people at this moment, or an answer that took too long: the same key has the same answer. */
export const isPasajero = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 'UNAVAILABLE' || error.status === 'DEADLINE_EXCEEDED');

/** Sends an inscripción, as `useEnvioConTurno` does. */
export const useEnvio = (onEnviada: (enviada: Enviada) => void) =>
  useEnvioConTurno(useSubmitInscripcion(onEnviada).mutateAsync);

/** Sends, and while the portal says that there are too many people sends the same again by itself. */
export const useEnvioConTurno = <E>(submit: (envio: E) => Promise<unknown>) => {
  const [turno, setTurno] = useState<Turno | null>(null);
  const [enviando, setEnviando] = useState(false);
  const left = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  // A screen that is gone asks no more.
  useEffect(
    () => () => {
      left.current = true;
      stop.current?.();
    },
    [],
  );
  const pause = (intentos: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(
        () => resolve(true),
        segundosDeEspera(intentos, Math.random()) * 1000,
      );
      const dejar = () => {
        clearTimeout(timer);
        resolve(false);
      };
      stop.current = dejar;
      setTurno({ intentos, dejar });
    });
  /** @throws what the portal answered in the end, or when one waits no longer. */
  const enviar = async (envio: E): Promise<void> => {
    left.current = false;
    setEnviando(true);
    try {
      for (let intentos = 1; ; intentos += 1) {
        try {
          await submit(envio);
          return;
        } catch (error) {
          if (left.current || !isPasajero(error) || !(await pause(intentos))) throw error;
        }
      }
    } finally {
      stop.current = null;
      setTurno(null);
      setEnviando(false);
    }
  };
  return { enviar, enviando, turno };
};
