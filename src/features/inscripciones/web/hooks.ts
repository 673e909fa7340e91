import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { caller } from '../../../platform/web/callables/client.ts';
import { callKey, useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type { Respuesta } from '../../plantillas/formulario/contract.ts';
import { startRespuestas } from '../../plantillas/formulario/rules.ts';
import { useAutosave } from '../borrador/web/hooks.ts';
import type {
  getInscripcion,
  listMatricula,
  saveBorrador,
  submitInscripcion,
} from '../contract.ts';
import type { listOfertas } from '../ofertas/contract.ts';

const getInscripcionCall = caller<typeof getInscripcion>('getInscripcion');
const submitInscripcionCall = caller<typeof submitInscripcion>('submitInscripcion');
const listMatriculaCall = caller<typeof listMatricula>('listMatricula');
const listOfertasCall = caller<typeof listOfertas>('listOfertas');
const saveBorradorCall = caller<typeof saveBorrador>('saveBorrador');

/** The route's four identifiers. */
export type Identificadores = {
  idCurso: string;
  idPlantilla: string;
  tipo: string;
  edicionId: string;
};
export type Inscripcion = Awaited<ReturnType<typeof getInscripcionCall>>;

/** Always asked anew: the draft may have grown elsewhere, and seats and clock are of the moment. */
export const useInscripcion = (ids: Identificadores) =>
  useCall(getInscripcionCall, ids, { staleTime: 0 });

export type Enviada = Awaited<ReturnType<typeof submitInscripcionCall>>;

/** `onEnviada` runs before the screens that show it are asked for again. */
export const useSubmitInscripcion = (onEnviada: (enviada: Enviada) => void) =>
  useCallMutation(submitInscripcionCall, {
    invalidates: [getInscripcionCall, listMatriculaCall, listOfertasCall],
    onSuccess: onEnviada,
  });

/**
 * What is being filled in: the version it began with, the answers and their draft. A newer version
 * never replaces it by itself; `adopt` does, keeping what was answered.
 */
export const useSolicitud = (ids: Identificadores, data: Inscripcion) => {
  const [plantilla, setPlantilla] = useState(data.plantilla);
  const [respuestas, setRespuestas] = useState(() =>
    startRespuestas(data.plantilla.definicion, data.prellenado, data.borrador?.respuestas),
  );
  // The newest answers, for changes that come before the next render.
  const latest = useRef(respuestas);
  const autosave = useAutosave((answers, options) =>
    saveBorradorCall({ ...ids, respuestas: answers }, options),
  );
  return {
    plantilla,
    respuestas,
    autosave,
    guardadoEn: data.borrador?.guardadoEn ?? null,
    isOld: data.plantilla.version !== plantilla.version,
    set: (clave: string, valor: Respuesta) => {
      latest.current = { ...latest.current, [clave]: valor };
      setRespuestas(latest.current);
      autosave.change(latest.current);
    },
    adopt: () => {
      const { plantilla: current, prellenado } = data;
      latest.current = startRespuestas(current.definicion, prellenado, latest.current);
      setRespuestas(latest.current);
      setPlantilla(current);
      autosave.change(latest.current);
    },
  };
};
export type Solicitud = ReturnType<typeof useSolicitud>;

/** The person's history, a page at a time. */
export const useMatricula = () =>
  useInfiniteQuery({
    queryKey: callKey(listMatriculaCall),
    queryFn: ({ pageParam, signal }) =>
      listMatriculaCall(pageParam ? { desde: pageParam } : {}, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
  });

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
      const next = Math.min(...instants(key).filter((mark) => mark > now), now + MAX_TIMEOUT);
      timer = setTimeout(wait, Math.min(next - now + 20, MAX_TIMEOUT));
    };
    wait();
    return () => clearTimeout(timer);
  }, [offset, key]);
  return new Date(moment.at);
};

const instants = (marcas: string): number[] => marcas.split(',').map((mark) => Date.parse(mark));
const passes = (marcas: string, from: number, to: number): boolean =>
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
