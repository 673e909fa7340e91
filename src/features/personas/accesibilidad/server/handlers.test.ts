/** What people need to take part: kept sealed, read by who must with a reason, and it follows them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { accesibilidadAporte, openNecesidades, sealNecesidades } from './service.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let escolar: Cuenta;
let admin: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());

const SECRETO = 'Necesito una rampa hasta el estrado';
const titular = async () => {
  const persona = await makePersona(portal.services.db);
  return { ...(await makeCuenta(portal, { personaId: persona.id })), persona };
};
const save = (who: { token: string }, over: object = {}) =>
  portal.call(
    'saveAccesibilidadPropia',
    { apoyos: ['accesoFisico'], detalle: SECRETO, version: 0, ...over },
    who,
  );
const own = async (who: { token: string }) =>
  (await portal.call('getAccesibilidadPropia', null, who)).result;
const read = (clave: string, who: { token: string }, motivo = 'Pedir una rampa') =>
  portal.call('getAccesibilidadPersona', { clave, motivo }, who);
const readings = async (personaId: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['actor_uid', 'motivo'])
    .where('accion', '=', 'persona.leerAccesibilidad')
    .where('entidad_id', '=', personaId)
    .orderBy('id')
    .execute();

describe('what one needs', () => {
  it('is kept apart and sealed, and nothing else says it', async () => {
    const ana = await titular();
    expect(await own(ana)).toEqual({ apoyos: [], detalle: '', version: 0 });
    expect((await save(ana)).result).toEqual({
      apoyos: ['accesoFisico'],
      detalle: SECRETO,
      version: 1,
    });
    const dump = JSON.stringify([
      await portal.services.db.selectFrom('personas_accesibilidad').selectAll().execute(),
      await portal.services.db.selectFrom('historial').selectAll().execute(),
      await portal.services.db.selectFrom('personas_entradas').selectAll().execute(),
    ]);
    expect(dump).not.toContain('rampa hasta');
    expect(dump).not.toContain('accesoFisico');
    expect((await portal.call('getPersona', { clave: ana.persona.clave }, escolar)).result).toEqual(
      expect.not.objectContaining({ accesibilidad: expect.anything() }),
    );
  });

  it('is in the copy of their data, in words', async () => {
    const ana = await titular();
    await save(ana);
    const de = { personaIds: [ana.persona.id], uids: [], correos: [], personal: false };
    const copied: unknown[] = [];
    for await (const filas of accesibilidadAporte.read(portal.services, de)) copied.push(...filas);
    expect(copied).toMatchObject([
      {
        datos: { apoyos: ['Acceso sin escaleras y lugar para silla de ruedas'], detalle: SECRETO },
      },
    ]);
    expect(JSON.stringify(copied)).not.toContain('sellado');
  });

  it('is taken back whole, and not written over what another window saved', async () => {
    const ana = await titular();
    await save(ana);
    const { error } = await save(ana, { detalle: 'Otra cosa' });
    expect(error?.details.code).toBe('accesibilidad-cambio');
    await save(ana, { apoyos: [], detalle: '  ', version: 1 });
    expect(await own(ana)).toEqual({ apoyos: [], detalle: '', version: 2 });
    const row = await portal.services.db
      .selectFrom('personas_accesibilidad')
      .select('sellado')
      .where('persona_id', '=', ana.persona.id)
      .executeTakeFirstOrThrow();
    expect(row.sellado).toBeNull();
  });

  it('does not open in the row of somebody else', () => {
    const { secrets } = portal.services;
    const sealed = sealNecesidades(secrets, 'una', { apoyos: ['lsm'], detalle: '' });
    expect(openNecesidades(secrets, 'una', sealed).apoyos).toEqual(['lsm']);
    expect(() => openNecesidades(secrets, 'otra', sealed)).toThrow(/no se puede leer/);
  });
});

describe('who reads it', () => {
  it('is Control Escolar, with a reason, each time written down and shown to its person', async () => {
    const ana = await titular();
    await save(ana);
    const { clave, id } = ana.persona;
    expect((await read(clave, escolar)).result).toEqual({
      apoyos: ['accesoFisico'],
      detalle: SECRETO,
    });
    for (const who of [admin, ana, await titular()]) {
      expect((await read(clave, who)).error?.status).toBe('PERMISSION_DENIED');
    }
    expect((await read(clave, escolar, 'ya')).http).toBe(400);
    expect((await read('SC000000000', escolar)).error?.status).toBe('NOT_FOUND');
    expect(await readings(id)).toEqual([{ actor_uid: escolar.uid, motivo: 'Pedir una rampa' }]);
    const accesos = await portal.call('listAccesosExpediente', {}, ana);
    expect(accesos.result.filas).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ accion: 'persona.leerAccesibilidad', motivo: 'Pedir una rampa' }),
      ]),
    );
  });

  it('finds all of it in the file that took in another', async () => {
    const ana = await titular();
    await save(ana);
    const curp = makeCurp();
    const target = await makePersona(portal.services.db, { clave: curp, curp });
    await portal.services.db
      .insertInto('personas_accesibilidad')
      .values({
        persona_id: target.id,
        sellado: sealNecesidades(portal.services.secrets, target.id, {
          apoyos: ['lsm'],
          detalle: '',
        }),
        version: 3,
        actualizado_en: new Date(),
      })
      .execute();
    const pair = { clave: ana.persona.clave, curp };
    const { result } = await portal.call('rehearseCurp', pair, escolar);
    // Who merges does not learn that there is something.
    expect(JSON.stringify(result)).not.toMatch(/accesib|necesita/i);
    const proposed = await portal.call(
      'assignCurp',
      { ...pair, tomar: [], motivo: 'Trajo su constancia.', huella: result.huella },
      escolar,
    );
    await portal.call(
      'decideFusion',
      { id: proposed.result.propuesta, decision: 'confirmar' },
      admin,
    );
    expect((await read(curp, escolar)).result).toEqual({
      apoyos: ['lsm', 'accesoFisico'],
      detalle: SECRETO,
    });
  });
});
