import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../shared/errors.ts';
import { isOffline } from './client.ts';

const WORKING_DAY = 8 * 3_600_000;
const MAX_RETRIES = 2;

const isPassing = (error: unknown): boolean =>
  isOffline(error) || (error instanceof CallError && error.status === 'UNAVAILABLE');

/**
 * Kept screens need their data for as long as they are kept: a screen whose data is gone shows
 * itself loading, which would drop a half-filled form; hence the long `gcTime`. Calls are
 * never paused while the browser believes to be offline: they fail with a message that says so.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: WORKING_DAY,
        staleTime: 15_000,
        networkMode: 'always',
        retry: (count, error) => count < MAX_RETRIES && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
