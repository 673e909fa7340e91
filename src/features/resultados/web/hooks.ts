import { useCallback, useEffect, useRef, useState } from 'react';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type * as actas from '../actas/contract.ts';
import type * as asistencia from '../asistencia/contract.ts';
import type * as contract from '../contract.ts';
import type { getKardex } from '../kardex/contract.ts';
import { type EnServidor, useCeldas } from '../rejilla/web/hooks.ts';

export const getResultados = caller<typeof contract.getResultados>('getResultadosEdicion');
export const saveResultados = caller<typeof contract.saveResultados>('saveResultadosEdicion');
export const getAsistencia = caller<typeof asistencia.getAsistencia>('getAsistenciaEdicion');
export const saveAsistencia = caller<typeof asistencia.saveAsistencia>('saveAsistenciaEdicion');
export const listEdiciones = caller<typeof contract.listEdicionesConResultados>(
  'listEdicionesConResultados',
);
const previewCierre = caller<typeof actas.previewCierreActa>('previewCierreActa');
const confirmCierre = caller<typeof actas.confirmCierreActa>('confirmCierreActa');
const getActa = caller<typeof actas.getActa>('getActaEdicion');
const applyCorreccion = caller<typeof actas.applyCorreccionActa>('applyCorreccionActa');
const getKardexCall = caller<typeof getKardex>('getKardexPersona');

/** How often what others write is asked for while a grid is on screen (ms). */
const CADA = 5_000;

/** What a grid of an edition is filled with: who is in it, null when nothing changed since `huella`. */
type DeEdicion = {
  readonly edicion: { readonly id: string };
  readonly huella: string;
  readonly filas: readonly unknown[] | null;
};

/**
 * The cells of an edition's grid, and what it shows: what this device had not saved is written again, once (`recuperadas`:
 * how many cells), and what others write is asked for every few seconds while the page is seen, or at once by `preguntar`.
 * The first `inicial` and the options of the first time stay.
 */
export const useRejilla = <D extends DeEdicion>(
  inicial: D,
  {
    key,
    pedir,
    celdasDe,
    ...opciones
  }: {
    /** Where what is not saved yet stands on the device. */
    key: string;
    pedir: (input: { edicionId: string; huella: string }) => Promise<D>;
    celdasDe: (datos: D) => ReadonlyMap<string, EnServidor>;
  } & Parameters<typeof useCeldas>[1],
) => {
  const [datos, setDatos] = useState(inicial);
  const { celdas, found } = useCeldas(key, opciones);
  const first = useRef({ pedir, celdasDe, edicionId: inicial.edicion.id }).current;
  useEffect(() => {
    celdas.recibir(first.celdasDe(datos));
  }, [celdas, datos, first]);

  const [recuperadas, setRecuperadas] = useState(0);
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || found === undefined) return;
    looked.current = true;
    if (found) setRecuperadas(celdas.recuperar(found.valor));
  }, [celdas, found]);

  const huella = useRef(inicial.huella);
  const here = useRef(false);
  const preguntar = useCallback(async () => {
    const { edicionId } = first;
    const next = await first.pedir({ edicionId, huella: huella.current }).catch(() => null);
    if (!here.current || !next?.filas) return;
    huella.current = next.huella;
    setDatos(next);
  }, [first]);
  useEffect(() => {
    here.current = true;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void preguntar();
    }, CADA);
    return () => {
      here.current = false;
      clearInterval(timer);
    };
  }, [preguntar]);
  return { datos, celdas, recuperadas, preguntar };
};

export const useResultados = (edicionId: string) => useCall(getResultados, { edicionId });
export const useAsistencia = (edicionId: string) => useCall(getAsistencia, { edicionId });
export const useCierre = (edicionId: string) =>
  useCall(previewCierre, { edicionId }, { staleTime: 0, gcTime: 0 });
export const useActa = (edicionId: string) => useCall(getActa, { edicionId });
export const useKardex = (clave: string) => useCall(getKardexCall, { clave });

const SHOWN = [getResultados, getAsistencia, previewCierre, getActa, listEdiciones, getKardexCall];

export const useConfirmCierre = () => useCallMutation(confirmCierre, { invalidates: SHOWN });
/** A correction changes what documents agree with the acta, and what waits on the home of staff. */
export const useApplyCorreccion = () =>
  useCallMutation(applyCorreccion, {
    invalidates: [
      ...SHOWN,
      { callName: 'listDocumentosEnDesacuerdo' },
      { callName: 'listPendientes' },
    ],
  });
