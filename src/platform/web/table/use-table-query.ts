import { keepPreviousData } from '@tanstack/react-query';
import type { Callable, InputOf, OutputOf } from '../../shared/callable.ts';
import type { Caller } from '../callables/client.ts';
import { useCall } from '../callables/hooks.ts';
import type { TableQuery } from './types.ts';

type Page = { filas: readonly unknown[] };

/**
 * One page of a table from a callable that answers `{ total, filas }`, or `paginaDe` of
 * `shared/cursor.ts`. The page before stays in
 * sight until the next one comes.
 */
export const useTableQuery = <C extends Callable>(
  caller: Caller<C>,
  input: InputOf<C>,
): TableQuery<OutputOf<C> extends Page ? OutputOf<C>['filas'][number] : never> =>
  useCall(caller, input, { placeholderData: keepPreviousData }) as never;
