import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const readings = async (personaId: string) =>
  await portal.services.db
    .selectFrom('historial')
    .select('actor_uid')
    .where('accion', '=', 'persona.leer')
    .where('entidad_id', '=', personaId)
    .execute();

const ask = (curp: string, token?: string) =>
  portal.call('getPersona', { clave: curp }, token === undefined ? {} : { token });

describe("a person's file", () => {
  it('is read by the person, without a note in the history', async () => {
    const persona = await makePersona(portal.services.db, { discrepancias: ['nombre'] });
    const { token } = await makeCuenta(portal, { personaId: persona.id });
    const { result } = await ask(persona.clave.toLowerCase(), token);
    expect(result).toMatchObject({
      clave: persona.clave,
      nombre: 'Ana',
      propia: true,
      // For staff to look at.
      discrepancias: [],
    });
    expect(await readings(persona.id)).toEqual([]);
  });

  it('is read by staff, which is recorded', async () => {
    const persona = await makePersona(portal.services.db, { discrepancias: ['nombre'] });
    for (const role of ['Escolar', 'Admin'] as const) {
      const staff = await makeCuenta(portal, { role });
      const { result } = await ask(persona.clave, staff.token);
      expect(result).toMatchObject({ propia: false, discrepancias: ['nombre'] });
      expect((await readings(persona.id)).map((row) => row.actor_uid)).toContain(staff.uid);
    }
  });

  it('is refused to anyone else in the same words, whether it exists or not', async () => {
    const [mine, other] = [
      await makePersona(portal.services.db),
      await makePersona(portal.services.db),
    ];
    const { token } = await makeCuenta(portal, { personaId: mine.id });
    const existing = await ask(other.clave, token);
    const missing = await ask('SABC560626MDFLRN93', token);
    expect(existing.error?.status).toBe('PERMISSION_DENIED');
    expect(missing.error).toEqual(existing.error);
    expect((await ask(other.clave)).error?.status).toBe('UNAUTHENTICATED');
    const unlinked = await makeCuenta(portal);
    expect((await ask(other.clave, unlinked.token)).error?.status).toBe('PERMISSION_DENIED');
    expect(await readings(other.id)).toEqual([]);
  });

  it('that does not exist is not found, for staff', async () => {
    const { token } = await makeCuenta(portal, { role: 'Escolar' });
    expect((await ask('SABC560626MDFLRN93', token)).error?.status).toBe('NOT_FOUND');
  });
});

describe('what disagrees with a CURP', () => {
  const review = (
    curp: string,
    discrepancias: string[],
    token: string,
    nota = 'Coincide su acta',
  ) => portal.call('reviewDiscrepanciasPersona', { clave: curp, discrepancias, nota }, { token });

  it('is marked by staff as looked at, with what they found', async () => {
    const persona = await makePersona(portal.services.db, { discrepancias: ['nombre'] });
    const own = await makeCuenta(portal, { personaId: persona.id });
    const staff = await makeCuenta(portal, { role: 'Escolar' });
    expect((await ask(persona.clave, staff.token)).result.revision).toBeNull();
    expect((await review(persona.clave, ['nombre'], own.token)).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    expect((await review(persona.clave, ['nombre'], staff.token, 'si')).error?.status).toBe(
      'INVALID_ARGUMENT',
    );
    expect((await review(persona.clave, ['nombre'], staff.token)).result).toEqual({ ok: true });
    expect((await ask(persona.clave, staff.token)).result).toMatchObject({
      discrepancias: ['nombre'],
      revision: { nota: 'Coincide su acta' },
    });
    expect((await ask(persona.clave, own.token)).result.revision).toBeNull();
    const [row] = await portal.services.db
      .selectFrom('historial')
      .select(['actor_uid', 'motivo', 'despues'])
      .where('accion', '=', 'persona.revisarDiscrepancias')
      .where('entidad_id', '=', persona.id)
      .execute();
    expect(row).toEqual({
      actor_uid: staff.uid,
      motivo: 'Coincide su acta',
      despues: { discrepancias: ['nombre'] },
    });
  });

  it('is not when it is no longer what they saw', async () => {
    const persona = await makePersona(portal.services.db, { discrepancias: ['nombre'] });
    const staff = await makeCuenta(portal, { role: 'Admin' });
    const { error } = await review(persona.clave, ['apellidoPaterno'], staff.token);
    expect(error).toMatchObject({
      status: 'ABORTED',
      details: { code: 'discrepancias-cambiaron' },
    });
    expect((await review('SC000000000', ['nombre'], staff.token)).error?.status).toBe('NOT_FOUND');
  });
});
