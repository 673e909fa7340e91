import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import type * as catalogos from '../../../catalogos/contract.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import type { FuenteDeClaves } from '../../reglas/contract.ts';
import type * as contract from '../contract.ts';

const listHechosReglas = caller<typeof contract.listHechosReglas>('listHechosReglas');
const listOpcionesRegla = caller<typeof contract.listOpcionesRegla>('listOpcionesRegla');
const listItemsCatalogo = caller<typeof catalogos.listItemsCatalogo>('listItemsCatalogo');

const HOUR = 3_600_000;

/** Results shown of a search (the server's other lists give as many). */
export const MOSTRADAS = 8;

/** The facts that rules may ask for. */
export const useHechos = () => useCall(listHechosReglas, null, { staleTime: HOUR });

/** What the types of document are called, by key; undefined until it is known. */
export const useNombresDeDocumentos = (): ReadonlyMap<string, string> | undefined => {
  const { data } = useCall(
    listItemsCatalogo,
    { catalogo: 'tipos-documento', porPagina: 200 },
    { staleTime: HOUR },
  );
  return useMemo(
    () => data && new Map(data.filas.map(({ clave, nombre }) => [clave, nombre] as const)),
    [data],
  );
};

/** A text once nobody has typed for a moment. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** What there is to choose from with these words, wherever it is kept; `asks` false: nothing is asked. */
export const useOpciones = ({ catalogo, acervo }: FuenteDeClaves, texto: string, asks: boolean) => {
  const busqueda = useSettled(texto.trim());
  const items = useCall(
    listItemsCatalogo,
    { catalogo: (catalogo ?? 'niveles') as CatalogoId, busqueda, porPagina: MOSTRADAS },
    { enabled: asks && catalogo !== undefined, placeholderData: keepPreviousData },
  );
  const others = useCall(
    listOpcionesRegla,
    { acervo: acervo ?? '', busqueda },
    { enabled: asks && acervo !== undefined, placeholderData: keepPreviousData },
  );
  const opciones =
    catalogo === undefined
      ? others.data?.opciones
      : items.data?.filas.map(({ clave, nombre, ruta }) => ({
          valor: clave,
          etiqueta: nombre,
          detalle: ruta.map((one) => one.nombre).join(' › '),
        }));
  return { opciones: opciones ?? [], isPending: opciones === undefined };
};
