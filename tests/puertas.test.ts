/** The page of somebody's file, as the server sends it: the screen inside says the rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from './factories/cuentas.ts';
import { makeCurp, makePersona } from './factories/personas.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

const site = mkdtempSync(join(tmpdir(), 'sitio-'));
let portal: TestPortal;
beforeAll(async () => {
  writeFileSync(join(site, 'index.html'), '<html><head><title>x</title></head></html>');
  portal = await startTestPortal({}, { site });
});
afterAll(async () => {
  await portal?.stop();
  rmSync(site, { recursive: true });
});

const statusOf = async (path: string, cookie?: string) =>
  (
    await fetch(portal.url + path, {
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
    })
  ).status;

it('is 403 for whoever is somebody else, whether or not there is such a file', async () => {
  const { db } = portal.services;
  const mia = await makePersona(db);
  const curp = makeCurp();
  const ajena = await makePersona(db, { clave: curp, curp });
  const cookieOf = async (given: Parameters<typeof makeCuenta>[1]) =>
    `token=${(await makeCuenta(portal, given)).token}`;
  const yo = await cookieOf({ personaId: mia.id });
  const [escolar, sin] = [await cookieOf({ role: 'Escolar' }), await cookieOf({})];
  for (const parte of ['person', 'profile', 'contact', 'academics', 'documents', 'curso']) {
    const of = (clave: string) => `/${parte}/${clave}`;
    expect([parte, await statusOf(of(mia.clave.toLowerCase()), yo)]).toEqual([parte, 200]);
    expect([parte, await statusOf(of(ajena.clave), yo)]).toEqual([parte, 403]);
    expect([parte, await statusOf(of(makeCurp()), yo)]).toEqual([parte, 403]);
    expect([parte, await statusOf(of(ajena.clave), sin)]).toEqual([parte, 403]);
    expect([parte, await statusOf(of(ajena.clave), escolar)]).toEqual([parte, 200]);
    // A visitor is asked to sign in there, as whoever's session has ended.
    expect([parte, await statusOf(of(ajena.clave))]).toEqual([parte, 200]);
    expect([parte, await statusOf(of(ajena.clave), 'token=nada')]).toEqual([parte, 200]);
  }
  expect(await statusOf('/person/sin-expediente', sin)).toBe(200);
});
