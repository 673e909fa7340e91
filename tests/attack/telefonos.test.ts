/** Messages to telephones go to the school's country, and no faster from one address or in all than people need them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeEntrada } from '../factories/entradas.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { startSmsGateway } from '../sms.ts';

let portal: TestPortal;
let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
  portal = await startTestPortal(
    { SMS_URL: gateway.url, SMS_PER_HOUR: '33', TRUST_PROXY: '1' },
    { jobs: false },
  );
});
afterAll(async () => {
  await portal.stop();
  await gateway.stop();
});

let last = 5_520_000_000;
/** Somebody new asks for a code, from an address. */
const ask = async (address: string, prefijo = '+52') => {
  const { id } = await makePersona(portal.services.db);
  const { token } = await makeCuenta(portal, { personaId: id });
  last += 1;
  const valores = { clase: 'celular', numero: `${prefijo}${last}`, extension: null };
  const entrada = await makeEntrada(portal.services.db, id, 'telefono', valores);
  const headers = { 'x-forwarded-for': address };
  return portal.call('requestCodigoTelefono', { entrada }, { token, headers });
};

it('a satellite is no telephone of Mexico', async () => {
  for (const prefijo of ['+88213', '+1', '+54']) {
    expect((await ask('203.0.113.8', prefijo)).error?.details?.code).toBe('telefono-otro-pais');
  }
});

it('accounts made one after another share the limit of their address, and all share one', async () => {
  const answers: number[] = [];
  for (let i = 0; i < 32; i++) answers.push((await ask('203.0.113.7')).http);
  expect(answers.filter((http) => http === 200)).toHaveLength(30);
  expect(answers.slice(30)).toEqual([429, 429]);
  // Somebody elsewhere is served until all have had what goes in an hour.
  const elsewhere: number[] = [];
  for (let i = 0; i < 4; i++) elsewhere.push((await ask(`198.51.100.${i}`)).http);
  expect(elsewhere).toEqual([200, 200, 200, 429]);
});
