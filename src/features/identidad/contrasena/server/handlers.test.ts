import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

/** An account whose file says everything, and the code of the mail that resets its password. */
const withCode = async () => {
  const curp = makeCurp();
  const persona = await makePersona(portal.services.db, { clave: curp, curp });
  const { email, token } = await makeCuenta(portal, { personaId: persona.id });
  await portal.call('sendPasswordReset', { email });
  const isMine = (mail: { to: string }) => mail.to === email;
  await expect.poll(async () => (await portal.mails()).some(isMine)).toBe(true);
  const link = (await portal.mails()).find(isMine)!.links[0]!;
  return { curp, token, email, oobCode: new URL(link).searchParams.get('oobCode')! };
};

it("a reset does not take the owner's CURP, and then takes a good one", async () => {
  const { curp, oobCode } = await withCode();
  for (const newPassword of [curp, curp.toLowerCase()]) {
    const answer = await portal.call('resetPassword', { oobCode, newPassword });
    expect(answer).toMatchObject({ http: 400, error: { details: { code: 'contrasena-debil' } } });
  }
  const good = { oobCode, newPassword: 'Tren-Nube-Lago-2027' };
  expect((await portal.call('resetPassword', good)).result).toEqual({ ok: true });
});
