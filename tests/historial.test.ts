/** The net itself: it must catch what it is there for. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createRegistry, type Handler, handle } from '../src/platform/server/callables.ts';
import { recordCambio } from '../src/platform/server/historial/index.ts';
import { createApp } from '../src/platform/server/http/app.ts';
import { callable } from '../src/platform/shared/callable.ts';
import type { Accion } from '../src/platform/shared/historial.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterEach(() => {
  portal.net.problems.length = 0;
  return portal.stop();
});

const writes = (name: string, accion: Accion | null): Handler =>
  handle(callable({ name, summary: '', input: z.null(), output: z.null() }), {
    public: true,
    run: (_input, { services }) =>
      services.db.transaction().execute(async (trx) => {
        const valor = JSON.stringify({ name });
        const actualizado_en = services.now();
        await trx.insertInto('ajustes').values({ clave: name, valor, actualizado_en }).execute();
        if (accion) await recordCambio(trx, accion, { id: name });
        return null;
      }),
  });

const call = async (handler: Handler) => {
  const app = await createApp(portal.services, {
    handlers: createRegistry([handler]),
    routes: [],
    resolveActor: async () => null,
    sesionViva: async () => null,
    sitePaths: [],
    siteDir: null,
    // As in startTestPortal.
    maxEventLoopDelay: 0,
  });
  portal.net.watch(app);
  const { name } = handler.contract;
  const answer = await app.inject({ method: 'POST', url: `/${name}`, payload: { data: null } });
  await app.close();
  expect(answer.statusCode).toBe(200);
};

it('a change that leaves nothing in the history makes its test fail', async () => {
  await call(writes('recorded', 'ajuste.segundoFactor'));
  await expect(portal.net.check()).resolves.toBeUndefined();
  await call(writes('forgotten', null));
  await expect(portal.net.check()).rejects.toThrow('forgotten changed ajustes');
});

it('what nobody declared for people makes its test fail', async () => {
  await call(writes('wordless', 'ajuste.innombrable' as Accion));
  await expect(portal.net.check()).rejects.toThrow('ajuste.innombrable');
});
