/**
 * What staff could do to their own file, before decision 0029: each of these tests is the attack, and passes
 * when it fails.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
let attacker: { uid: string; token: string };
let own: { id: string; clave: string };
beforeAll(async () => {
  portal = await startTestPortal();
  const nadie = { fechaNacimiento: null, sexo: null, entidadNacimiento: null };
  own = await makePersona(portal.services.db, nadie);
  attacker = await makeCuenta(portal, { role: 'Escolar', personaId: own.id });
});
afterAll(() => portal.stop());

const victim = async () => {
  const curp = makeCurp();
  return makePersona(portal.services.db, { clave: curp, curp, nombre: 'Víctima' });
};

const assign = (clave: string, curp: string, huella: string) =>
  portal.call(
    'assignCurp',
    { clave, curp, tomar: [], motivo: 'Es la misma persona', huella },
    attacker,
  );

const personaOf = async (uid: string) =>
  (
    await portal.services.db
      .selectFrom('cuentas')
      .select('persona_id')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  ).persona_id;

it('an Escolar takes somebody’s file by merging their own into it', async () => {
  const target = await victim();
  const tried = await portal.call(
    'rehearseCurp',
    { clave: own.clave, curp: target.clave },
    attacker,
  );
  expect(tried.error?.details.code).toBe('sobre-uno-mismo');
  // With what a colleague's rehearsal says, too; also where nobody else is of the staff.
  const colleague = await makeCuenta(portal, { role: 'Escolar' });
  const theirs = await portal.call(
    'rehearseCurp',
    { clave: own.clave, curp: target.clave },
    colleague,
  );
  const merged = await assign(own.clave, target.clave, theirs.result.huella);
  expect(merged.error?.details.code).toBe('sobre-uno-mismo');
  expect(await personaOf(attacker.uid)).toBe(own.id);
});

it('an Escolar gives themselves a CURP, whoever’s it is', async () => {
  const curp = makeCurp();
  const colleague = await makeCuenta(portal, { role: 'Escolar' });
  const { result } = await portal.call('rehearseCurp', { clave: own.clave, curp }, colleague);
  const given = await assign(own.clave, curp, result.huella);
  expect(given.error?.details.code).toBe('sobre-uno-mismo');
});

it('an Escolar merges anybody’s files alone, by confirming what they proposed themselves', async () => {
  await makeCuenta(portal, { role: 'Escolar' });
  const [old, target] = [await makePersona(portal.services.db), await victim()];
  const tried = await portal.call(
    'rehearseCurp',
    { clave: old.clave, curp: target.clave },
    attacker,
  );
  const { result } = await assign(old.clave, target.clave, tried.result.huella);
  const confirmed = await portal.call(
    'decideFusion',
    { id: result.propuesta, decision: 'confirmar' },
    attacker,
  );
  expect(confirmed.error?.details.code).toBe('fusion-propia');
  const file = await portal.call('getPersona', { clave: old.clave }, attacker);
  expect(file.result.clave).toBe(old.clave);
});

it('an Escolar says that nothing is wrong with their own data', async () => {
  const curp = makeCurp();
  const mine = await makePersona(portal.services.db, {
    clave: curp,
    curp,
    discrepancias: ['nombre'],
  });
  const { token } = await makeCuenta(portal, { role: 'Escolar', personaId: mine.id });
  const reviewed = await portal.call(
    'reviewDiscrepanciasPersona',
    { clave: curp, discrepancias: ['nombre'], nota: 'Todo está en orden' },
    { token },
  );
  expect(reviewed.error?.details.code).toBe('sobre-uno-mismo');
});

it('an Admin takes somebody’s file for their own account, or keeps their role by themselves', async () => {
  const target = await victim();
  const admin = await makeCuenta(portal, { role: 'Admin' });
  for (const [name, data] of [
    ['linkPersonaUsuario', { uid: admin.uid, clave: target.clave }],
    ['setRoleUsuario', { uid: admin.uid, role: 'Escolar' }],
    ['setDisabledUsuario', { uid: admin.uid, disabled: true }],
  ] as const) {
    const answer = await portal.call(name, data, admin);
    expect(answer.error?.details.code).toBe('sobre-uno-mismo');
  }
  expect(await personaOf(admin.uid)).toBeNull();
});
