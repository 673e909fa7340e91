import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { VERSIONES } from '../../privacidad/rules.ts';

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

const PROPIA = /con sus propios datos/;
const ESCOLAR = /con palabras de la escuela/;
const DEBIL = /fácil de adivinar/;

/** What is read beside the field, or null when the password is taken. */
const problemOf = ({ http, error }: CallAnswer): string | null => {
  if (http === 200) return null;
  expect(error).toMatchObject({
    status: 'INVALID_ARGUMENT',
    details: { code: 'contrasena-debil' },
  });
  return error!.details.fields.password;
};

describe('at registration, with the data that the form sends', () => {
  const JUANA = ['ROMJ800315MDFBRN04', 'Juana', 'Robles', 'Martínez'];
  const GOMEZ = ['', 'Luis Ángel', 'Gómez', 'Martínez'];
  const register = (email: string, password: string, datosPropios: string[]) =>
    portal.call('createCuenta', { email, password, acepta: VERSIONES, datosPropios });

  it.each([
    ['mision5@correo.example', 'gomezmartinez1', GOMEZ, PROPIA],
    ['mision5@correo.example', 'mision5@correo', GOMEZ, PROPIA],
    ['mision5@correo.example', 'mision5@correo.example', [], PROPIA],
    ['juana.robles@correo.example', 'juanarobles1980', JUANA, PROPIA],
    ['juana.robles@correo.example', 'juana.robles@correo', JUANA, PROPIA],
    ['juana@correo.example', 'Juana Robles M', JUANA, PROPIA],
    ['juana@correo.example', 'Martínez-Robles', JUANA, PROPIA],
    ['juana@correo.example', 'romj800315mdf', JUANA, PROPIA],
    ['juana@correo.example', 'fdm513008jmor', JUANA, PROPIA],
    ['juana@correo.example', 'ROMJ800315MDFBRN04', JUANA, PROPIA],
    ['juana@correo.example', 'Ju4n4.R0bl3s.15', JUANA, PROPIA],
    // The birth date is nowhere but in the CURP.
    ['juana@correo.example', '15 de marzo de 1980', JUANA, PROPIA],
    [
      'una.direccion.bastante.larga@servidor.de.correo.example',
      'una.direccion.bastante.larga@servidor.de.correo.example',
      [],
      PROPIA,
    ],
    ['ana@correo.example', 'PoderJudicial2026', [], ESCOLAR],
    ['ana@correo.example', 'Escuela2026!!', [], ESCOLAR],
    ['ana@correo.example', 'Mexico2026Mexico', [], ESCOLAR],
    ['ana@correo.example', 'ENFJ-portal-2026', [], ESCOLAR],
    ['ana@correo.example', 'Guadalajara1970', [], DEBIL],
  ] as [string, string, string[], RegExp][])(
    '%s may not have %s',
    async (email, password, own, why) =>
      expect(problemOf(await register(email, password, own))).toMatch(why),
  );

  it.each([
    ['luz@correo.example', 'la montaña de coral brillante', ['Luz', 'de la Paz', 'Coral']],
    [
      'mar@correo.example',
      'los delfines del golfo cantan',
      ['María de los Ángeles', 'del Mar', ''],
    ],
    ['ana@correo.example', 'banana-tren-azul-lago', ['Ana', 'Li', '']],
    ['juana@correo.example', 'Tren-Nube-Lago-2026', JUANA],
    ['eva@correo.example', 'el poder de la lluvia morada', ['Eva', 'Sol', 'Paz']],
  ] as [string, string, string[]][])('%s may have %s', async (email, password, own) =>
    expect(problemOf(await register(email, password, own))).toBeNull(),
  );
});

describe('by a reset, with what the file says', () => {
  it("refuses the owner's own data, and then takes a good one", async () => {
    const { curp, oobCode } = await withCode();
    const [, yy = '', mm = '', dd = ''] = /^.{4}(..)(..)(..)/.exec(curp)!;
    const own = [
      curp,
      curp.toLowerCase(),
      curp.slice(0, 13),
      [...curp].reverse().join(''),
      'AnaPerezRuiz19',
      `perez.ruiz.19${yy}`,
      // The file says another birth date than the CURP: both are its owner's.
      '29-02-1988-29-02',
      `${dd}${mm}19${yy} ana`,
    ];
    for (const newPassword of own) {
      const answer = await portal.call('resetPassword', { oobCode, newPassword });
      expect(problemOf(answer)).toMatch(PROPIA);
    }
    const good = { oobCode, newPassword: 'Tren-Nube-Lago-2027' };
    expect(problemOf(await portal.call('resetPassword', good))).toBeNull();
  });
});

it('at a change in Preferencias, with what the file says', async () => {
  const { curp, token } = await withCode();
  const newPassword = curp.slice(0, 13);
  const answer = await portal.call('changePassword', { password: 'x', newPassword }, { token });
  expect(answer.error?.details.fields.newPassword).toMatch(PROPIA);
});

it("at the wire's sign-up, by the address", async () => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'direccionlarga7@correo.example',
        password: 'direccionlarga7@c',
      }),
    },
  );
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toMatch(/^WEAK_PASSWORD : Esa contraseña se forma con sus propios datos/);
});
