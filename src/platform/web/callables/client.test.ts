import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../shared/errors.ts';
import { call, isOffline, messageOf, onUnauthenticated, readAnswer } from './client.ts';

const answer = (code: number, body: unknown) =>
  new Response(JSON.stringify(body), { status: code });
const refused = () =>
  answer(401, { error: { status: 'UNAUTHENTICATED', message: 'La sesión terminó.' } });
const caught = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it should have failed');
    },
    (error: unknown) => error,
  );

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  onUnauthenticated({ renew: () => Promise.resolve(false), over: () => {} });
});

describe('call', () => {
  it('takes what the page asked for before the application came, once', async () => {
    const asked = Promise.resolve(answer(200, { result: 'antes' }));
    vi.stubGlobal('portalAsked', { '/us-central1/getSesion': asked });
    fetchMock.mockImplementation(async () => answer(200, { result: 'ahora' }));
    expect(await call('saludar', null)).toBe('ahora');
    expect(await call('getSesion', null)).toBe('antes');
    expect(await call('getSesion', null)).toBe('ahora');
  });

  it('asks again when what the page asked for was refused: who takes it has entered since', async () => {
    vi.stubGlobal('portalAsked', { '/us-central1/saludar': Promise.resolve(refused()) });
    fetchMock.mockResolvedValueOnce(answer(200, { result: 'hola' }));
    expect(await call('saludar', null)).toBe('hola');
  });

  it('goes on as ever when what the page asked for failed', async () => {
    const asked = Promise.reject(new TypeError('Failed to fetch'));
    asked.catch(() => {});
    vi.stubGlobal('portalAsked', { '/us-central1/getSesion': asked });
    expect(isOffline(await caught(call('getSesion', null)))).toBe(true);
    fetchMock.mockResolvedValueOnce(answer(200, { result: 'ahora' }));
    expect(await call('getSesion', null)).toBe('ahora');
  });

  it('posts the data and answers the result', async () => {
    fetchMock.mockResolvedValueOnce(answer(200, { result: { ok: 1 } }));
    expect(await call('saludar', { a: 1 })).toEqual({ ok: 1 });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe('/us-central1/saludar');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"data":{"a":1}}',
    });
  });

  it('does not send what nobody sees and the server refuses', async () => {
    fetchMock.mockResolvedValueOnce(answer(200, { result: null }));
    await call('saludar', { texto: 'a\u0000b\u000bc\nd', lista: ['\ud800'] });
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(init?.body).toBe('{"data":{"texto":"abc\\nd","lista":["\ufffd"]}}');
  });

  it('gives up after 70 seconds, the specification’s time, and not before', async () => {
    vi.useFakeTimers();
    // The clock of the tests does not move the platform's own.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    try {
      fetchMock.mockImplementation(
        (_, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          }),
      );
      let ended: unknown = null;
      call('x', {}).catch((error: unknown) => {
        ended = error;
      });
      await vi.advanceTimersByTimeAsync(69_999);
      expect(ended).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    } finally {
      timeout.mockRestore();
      vi.useRealTimers();
    }
  });

  it('renews the session once and tries again', async () => {
    const renew = vi.fn(() => Promise.resolve(true));
    const over = vi.fn();
    onUnauthenticated({ renew, over });
    fetchMock.mockResolvedValueOnce(refused()).mockResolvedValueOnce(answer(200, { result: 1 }));
    expect(await call('x', {})).toBe(1);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(over).not.toHaveBeenCalled();
  });

  it('says that the session is over when the renewed call is refused too', async () => {
    const over = vi.fn();
    onUnauthenticated({ renew: () => Promise.resolve(true), over });
    fetchMock.mockImplementation(() => Promise.resolve(refused()));
    expect(await caught(call('x', {}))).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(over).toHaveBeenCalledTimes(1);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it('turns a network failure into a message that nothing was lost', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await caught(call('x', {}));
    expect(isOffline(error)).toBe(true);
    expect(error).toMatchObject({ status: 'INTERNAL' });
    expect(messageOf(error)).toBe(
      'No hay conexión. Lo que escribió sigue aquí; inténtelo de nuevo.',
    );
  });

  it('lets an abort through as it is', async () => {
    const controller = new AbortController();
    controller.abort();
    fetchMock.mockRejectedValueOnce(controller.signal.reason);
    const error = await caught(call('x', {}, { signal: controller.signal }));
    expect(error).not.toBeInstanceOf(CallError);
  });
});

describe('readAnswer', () => {
  const thrown = (code: number, text: string): CallError => {
    try {
      readAnswer(code, text);
    } catch (error) {
      return error as CallError;
    }
    throw new Error('it should have failed');
  };

  it('believes the body before the HTTP code', () => {
    const text = JSON.stringify({
      error: { status: 'NOT_FOUND', message: 'No existe', details: { code: 'curso/no-existe' } },
    });
    expect(thrown(400, text)).toMatchObject({
      status: 'NOT_FOUND',
      message: 'No existe',
      details: { code: 'curso/no-existe' },
    });
  });

  it('maps the HTTP code of a body that is not ours', () => {
    expect(thrown(503, '<html>').status).toBe('UNAVAILABLE');
    expect(thrown(409, '{}').status).toBe('ABORTED');
    expect(thrown(200, '{}').status).toBe('INTERNAL');
    expect(thrown(400, '{"error":{"status":"WHAT"}}').status).toBe('INVALID_ARGUMENT');
  });

  it('gives a result even when it is null', () => {
    expect(readAnswer(200, '{"result":null}')).toBeNull();
  });
});

it('never shows the text of an error that is not ours', () => {
  expect(messageOf(new TypeError('x is undefined'))).not.toContain('undefined');
});
