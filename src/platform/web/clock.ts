import { useEffect, useState } from 'react';

const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * The server's clock, `ahora` being what it said at `recibidoEn` (of this computer's clock). The
 * answer changes only when one of `marcas` (instants) passes, so that a page does not render for
 * every second.
 */
export const useMomento = (ahora: string, recibidoEn: number, marcas: readonly string[]): Date => {
  const offset = Date.parse(ahora) - recibidoEn;
  const [moment, setMoment] = useState({ offset, at: Date.now() + offset });
  if (moment.offset !== offset) setMoment({ offset, at: Date.now() + offset });
  const key = marcas.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const now = Date.now() + offset;
      setMoment((old) => (passes(key, old.at, now) ? { offset, at: now } : old));
      timer = setTimeout(wait, untilNext(key, now));
    };
    wait();
    return () => clearTimeout(timer);
  }, [offset, key]);
  return new Date(moment.at);
};

/** Milliseconds from `now` to look again: just after the next mark, as far as a timer goes. */
export const untilNext = (marcas: string, now: number): number => {
  const next = Math.min(...instants(marcas).filter((mark) => mark > now), now + MAX_TIMEOUT);
  return Math.min(next - now + 20, MAX_TIMEOUT);
};

const instants = (marcas: string): number[] => marcas.split(',').map((mark) => Date.parse(mark));
/** Whether time has gone over one of the marks. */
export const passes = (marcas: string, from: number, to: number): boolean =>
  instants(marcas).some((mark) => from < mark && mark <= to);

const MINUTE = 60_000;

/** The server's clock as it runs: by the second when `cada` is 1000, by the minute otherwise. */
export const useReloj = (ahora: string, recibidoEn: number, porSegundo: boolean): Date => {
  const offset = Date.parse(ahora) - recibidoEn;
  const [now, setNow] = useState(() => Date.now() + offset);
  useEffect(() => {
    const step = porSegundo ? 1000 : MINUTE;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now() + offset;
      setNow(time);
      timer = setTimeout(tick, step - (time % step) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [offset, porSegundo]);
  return new Date(now);
};
