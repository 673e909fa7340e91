/** The genuine client's callables: every status of the wire, an unknown name, a time-out, no network. */

import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from '@firebase/functions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { handle } from '../../src/platform/server/callables.ts';
import { callable } from '../../src/platform/shared/callable.ts';
import { CallError, HTTP_OF_STATUS, type Status } from '../../src/platform/shared/errors.ts';
import { freePort } from '../launch.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
let app: FirebaseApp;
let functions: Functions;

/** The genuine client stops waiting and leaves its connection open: in the end it is answered, so that the portal can stop. */
const hung = Promise.withResolvers<null>();

/** Callables that no feature has: one for each way in which a call can end. */
const handlers = [
  handle(
    callable({
      name: 'fallaCon',
      summary: '',
      input: z.object({ status: z.enum(Object.keys(HTTP_OF_STATUS) as [Status, ...Status[]]) }),
      output: z.null(),
    }),
    {
      public: true,
      run: async ({ status }) => {
        throw new CallError(status, 'x');
      },
    },
  ),
  handle(callable({ name: 'nuncaContesta', summary: '', input: z.null(), output: z.null() }), {
    public: true,
    run: () => hung.promise,
  }),
];

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false, portal: { handlers } });
  app = initializeApp({ apiKey: 'any-key', projectId: 'portal' }, 'functions');
  functions = getFunctions(app);
  connectFunctionsEmulator(functions, '127.0.0.1', Number(new URL(portal.url).port));
});
afterAll(async () => {
  await deleteApp(app);
  await portal.stop();
});

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const kebab = (status: string) => status.toLowerCase().replaceAll('_', '-');

describe('the genuine client', () => {
  it('reads an answer', async () => {
    expect((await httpsCallable(functions, 'getSesion')()).data).toBeNull();
  });

  it.each([
    ['an unknown name', 'noExiste', null, 'functions/not-found'],
    ['wrong input', 'signIn', { email: 1 }, 'functions/invalid-argument'],
    ['extra keys', 'getSesion', { x: 1 }, 'functions/invalid-argument'],
    ['no session', 'listMatricula', {}, 'functions/unauthenticated'],
    ['a spent link', 'verifyEmail', { oobCode: 'no' }, 'functions/failed-precondition'],
  ])('understands %s', async (_name, callable, data, code) => {
    expect(await codeOf(httpsCallable(functions, callable)(data))).toBe(code);
  });

  it('also over a custom domain', async () => {
    const custom = getFunctions(app, portal.url);
    expect((await httpsCallable(custom, 'getSesion')()).data).toBeNull();
  });

  it('gives up after its time-out, and when nobody is there', async () => {
    const call = httpsCallable(functions, 'nuncaContesta', { timeout: 300 });
    expect(await codeOf(call())).toBe('functions/deadline-exceeded');
    hung.resolve(null);
    const nobody = getFunctions(app, `http://127.0.0.1:${await freePort()}`);
    expect(await codeOf(httpsCallable(nobody, 'getSesion')())).toBe('functions/internal');
  });

  it.each(Object.keys(HTTP_OF_STATUS) as Status[])('gets our code for %s', async (status) => {
    const fails = httpsCallable(functions, 'fallaCon');
    expect(await codeOf(fails({ status }))).toBe(`functions/${kebab(status)}`);
  });
});
