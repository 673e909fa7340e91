/** A password of the staff alone is not everything: outside a demonstration they need a second factor. */
import { expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal } from '../portal.ts';

const admin = async (variables: Record<string, string>) => {
  const portal = await startTestPortal(variables, { jobs: false });
  try {
    const { token } = await makeCuenta(portal, { role: 'Admin' });
    const { http } = await portal.call('listUsuarios', {}, { token });
    return http;
  } finally {
    await portal.stop();
  }
};
const SCHOOL = { DEMO: '0', PUBLIC_URL: 'https://portal.example' };

it('the staff of a school that said nothing has to turn one on; a demonstration enters by password', {
  timeout: 240_000,
}, async () => {
  expect(await admin(SCHOOL)).toBe(403);
  expect(await admin({ ...SCHOOL, SECOND_FACTOR_ROLES: 'ninguno' })).toBe(200);
  expect(await admin({ DEMO: '1' })).toBe(200);
});
