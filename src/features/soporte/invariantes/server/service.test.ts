/** What is proved each night of the conversations: nothing of one that went as it should, and each thing that is to be found. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { comprobarSoporte } from './service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const found = async () => {
  const { db, now } = portal.services;
  const hallazgos = await comprobarSoporte(db, { ahora: now(), todas: true });
  return hallazgos.map(({ clave }) => clave);
};

it('finds what does not agree, and nothing else', async () => {
  const { db, database } = portal.services;
  const persona = await makePersona(db);
  const ana = await makeCuenta(portal, { personaId: persona.id });
  const { result } = await portal.call(
    'createConversacion',
    { asunto: 'Mi acta', texto: 'No abre.', clienteId: randomUUID() },
    { token: ana.token },
  );
  const { id } = result;
  expect(await found()).toEqual([]);
  const run = (set: string, values: unknown[] = []) =>
    database.execute(`update soporte_conversaciones set ${set} where id = $1`, [id, ...values]);
  await run('ultimo = 2');
  expect(await found()).toEqual(['soporteNumeros']);
  await run('ultimo = 1');
  await database.execute('update soporte_lecturas set leido_hasta = 9', []);
  expect(await found()).toEqual(['soporteLecturas']);
  await database.execute('update soporte_lecturas set leido_hasta = 1', []);
  await run("estado = 'enAtencion', agente_uid = $2", [ana.uid]);
  expect(await found()).toEqual(['soportePropia']);
  await run("estado = 'resuelta', agente_uid = null, resuelta_en = now()");
  await run("estado = 'cerrada', cerrada_en = now() - interval '2 hours'");
  expect(await found()).toEqual(['soporteTranscripcion']);
});
