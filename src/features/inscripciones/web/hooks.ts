import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAutosave } from '../../../platform/web/autosave/index.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { callKey, useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type { Respuesta, Respuestas } from '../../plantillas/formulario/contract.ts';
import { startRespuestas } from '../../plantillas/formulario/rules.ts';
import type {
  getInscripcion,
  listMatricula,
  saveBorradorInscripcion,
  submitInscripcion,
} from '../contract.ts';
import type { listOfertas } from '../ofertas/contract.ts';

const getInscripcionCall = caller<typeof getInscripcion>('getInscripcion');
const submitInscripcionCall = caller<typeof submitInscripcion>('submitInscripcion');
const listMatriculaCall = caller<typeof listMatricula>('listMatricula');
const listOfertasCall = caller<typeof listOfertas>('listOfertas');
const saveBorradorCall = caller<typeof saveBorradorInscripcion>('saveBorradorInscripcion');

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
export const useBorrador = (ids: Identificadores, data: Inscripcion) => {
  const [plantilla, setPlantilla] = useState(data.plantilla);
  const [respuestas, setRespuestas] = useState(() =>
    startRespuestas(data.plantilla.definicion, data.prellenado, data.borrador?.respuestas),
  );
  // The newest answers, for changes that come before the next render.
  const latest = useRef(respuestas);
  const autosave = useAutosave((answers: Respuestas, options) =>
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
export type Borrador = ReturnType<typeof useBorrador>;

/** The person's history, a page at a time. */
export const useMatricula = () =>
  useInfiniteQuery({
    queryKey: callKey(listMatriculaCall),
    queryFn: ({ pageParam, signal }) =>
      listMatriculaCall(pageParam ? { tras: pageParam } : {}, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
  });
