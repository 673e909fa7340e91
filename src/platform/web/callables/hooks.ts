import {
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Callable, InputOf, OutputOf } from '../../shared/callable.ts';
import { useForget } from '../keep-alive/keep-alive.tsx';
import type { Caller } from './client.ts';

/** Key of a callable's cached answers: all of them, or those of one input. */
export const callKey = (caller: { readonly callName: string }, input?: unknown): QueryKey =>
  input === undefined ? [caller.callName] : [caller.callName, input];

type CallQueryOptions<O, S> = Omit<UseQueryOptions<O, Error, S>, 'queryKey' | 'queryFn'>;

/** Reads through a callable; cached by its input, refreshed when its screen is shown again. */
export const useCall = <C extends Callable, S = OutputOf<C>>(
  caller: Caller<C>,
  input: InputOf<C>,
  options?: CallQueryOptions<OutputOf<C>, S>,
): UseQueryResult<S> =>
  useQuery<OutputOf<C>, Error, S>({
    ...options,
    queryKey: callKey(caller, input ?? null),
    queryFn: ({ signal }) => caller(input, { signal }),
  });

type CallMutationOptions<C extends Callable> = {
  /** Callables whose cached answers this one makes old. */
  invalidates?: readonly { readonly callName: string }[];
  /** Kept screens (by path) that show what changed and must be made anew. */
  forgets?: (path: string, input: InputOf<C>, output: OutputOf<C>) => boolean;
  onSuccess?: (output: OutputOf<C>, input: InputOf<C>) => void;
};

/** Writes through a callable; afterwards refreshes and forgets what showed the old state. */
export const useCallMutation = <C extends Callable>(
  caller: Caller<C>,
  { invalidates = [], forgets, onSuccess }: CallMutationOptions<C> = {},
): UseMutationResult<OutputOf<C>, Error, InputOf<C>> => {
  const invalidate = useInvalidate();
  const forget = useForget();
  return useMutation<OutputOf<C>, Error, InputOf<C>>({
    mutationFn: (input) => caller(input),
    onSuccess: async (output, input) => {
      if (forgets) forget((path) => forgets(path, input, output));
      onSuccess?.(output, input);
      await invalidate(...invalidates);
    },
  });
};

/** Marks the cached answers of some callables as old; those on screen are asked for again. */
export const useInvalidate = (): ((
  ...callers: readonly { readonly callName: string }[]
) => Promise<void>) => {
  const client = useQueryClient();
  return async (...callers) => {
    await Promise.all(
      callers.map((caller) => client.invalidateQueries({ queryKey: callKey(caller) })),
    );
  };
};
