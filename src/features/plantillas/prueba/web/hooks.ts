import { keepPreviousData } from '@tanstack/react-query';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as personas from '../../../personas/expedientes/contract.ts';
import { useSettled } from '../../redaccion/web/hooks.ts';
import type * as contract from '../contract.ts';

const listPersonas = caller<typeof personas.listPersonas>('listPersonas');
const previewReglasPersona = caller<typeof contract.previewReglasPersona>('previewReglasPersona');

/** People with these words, to choose one; nothing is asked without three letters. */
export const usePersonas = (texto: string) => {
  const busqueda = useSettled(texto.trim());
  return useCall(
    listPersonas,
    { busqueda, porPagina: 8 },
    { enabled: busqueda.length >= 3, placeholderData: keepPreviousData },
  );
};

/** Tries the rules: asked for by a press, because it leaves a note in that person's history. */
export const usePruebaConPersona = () => useCallMutation(previewReglasPersona);
