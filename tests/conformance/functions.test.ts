/** The genuine client's callables: every status of the wire, an unknown name, a time-out, no network. */

import Fastify from 'fastify';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from 'firebase/functions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_OF_STATUS, type Status } from '../../src/platform/shared/errors.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
let app: FirebaseApp;
let functions: Functions;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
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

  it('gives up after its time-out', async () => {
    const slow = Fastify();
    slow.post('/*', () => new Promise(() => {}));
    await slow.listen({ port: 0, host: '127.0.0.1' });
    const { port } = slow.server.address() as { port: number };
    const call = httpsCallable(getFunctions(app, `http://127.0.0.1:${port}`), 'any', {
      timeout: 300,
    });
    expect(await codeOf(call())).toBe('functions/deadline-exceeded');
    slow.server.closeAllConnections();
    await slow.close();
    expect(await codeOf(call())).toBe('functions/internal');
  });

  it('gets our code for every status, whatever the HTTP code says', async () => {
    const server = Fastify();
    server.post<{ Params: { status: Status } }>('/:status', (request, reply) => {
      const { status } = request.params;
      return reply.code(HTTP_OF_STATUS[status]).send({ error: { status, message: 'x' } });
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as { port: number };
    const other = getFunctions(app, `http://127.0.0.1:${port}`);
    for (const status of Object.keys(HTTP_OF_STATUS)) {
      expect(await codeOf(httpsCallable(other, status)())).toBe(`functions/${kebab(status)}`);
    }
    await server.close();
  });
});
