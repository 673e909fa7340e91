/** Bodies that are too large, too many or too wrong cost nobody anything: they are refused before they are read. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const DONDE = { idCurso: 'x', idPlantilla: 'x', tipo: 'x', edicionId: 'x' };
/** Answers that are none, as many as said. */
const wrong = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, [[]]]));
const sized = async (name: string, data: unknown, token?: string) => {
  const { http, error } = await portal.call(name, data, token ? { token } : {});
  return {
    http,
    fields: Object.keys(error?.details?.fields ?? {}),
    length: JSON.stringify(error).length,
  };
};

describe('a body of somebody who may not', () => {
  it('is not read: of a visitor, of a token that nobody signed', async () => {
    for (const name of ['submitInscripcion', 'getPersona', 'saveBorradorInscripcion']) {
      const { input } = portal.callables.get(name)!.contract;
      const read = vi.spyOn(input, 'safeParse');
      const data = { ...DONDE, clave: 'x', version: 1, respuestas: wrong(400) };
      expect((await sized(name, data)).http).toBe(401);
      expect((await sized(name, data, 'e30.e30.e30')).http).toBe(401);
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
    }
  });

  it('is at most 64 kB, unless its callable says more', async () => {
    const { maxBytes } = portal.callables.get('submitInscripcion')!.contract;
    const kilobytes = (n: number) => ({ texto: 'a'.repeat(n * 1024) });
    expect((await sized('signIn', kilobytes(65))).http).toBe(413);
    expect((await sized('submitInscripcion', kilobytes(65))).http).toBe(401);
    expect((await sized('submitInscripcion', kilobytes(maxBytes! / 1024 + 1))).http).toBe(413);
    // The addresses of the callable's own are the same three.
    const { region, projectId } = portal.services.env;
    for (const path of ['', `/${region}`, `/${projectId}/${region}`]) {
      const answer = await fetch(`${portal.url}${path}/submitInscripcion`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: kilobytes(65) }),
      });
      expect(answer.status).toBe(401);
    }
  });
});

describe('a body of somebody who may', () => {
  it('is refused as a whole when it has more than its contract allows, and names 50 fields at most', async () => {
    const persona = await makePersona(portal.services.db);
    const { token } = await makeCuenta(portal, { personaId: persona.id });
    const { input } = portal.callables.get('saveBorradorInscripcion')!.contract;
    const read = vi.spyOn(input, 'safeParse');
    const many = await sized(
      'saveBorradorInscripcion',
      { ...DONDE, respuestas: wrong(501) },
      token,
    );
    expect(many).toMatchObject({ http: 400, fields: ['respuestas'] });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    const some = await sized(
      'saveBorradorInscripcion',
      { ...DONDE, respuestas: wrong(400) },
      token,
    );
    expect(some.http).toBe(400);
    expect(some.fields).toHaveLength(50);
    expect(some.length).toBeLessThan(20_000);
  });

  it('is not told all its names', async () => {
    const names = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, i) => [`${i}`.padEnd(15), 0]),
    );
    expect((await sized('signIn', names)).length).toBeLessThan(1_000);
    const few = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}`.padEnd(5_000), 0]));
    expect((await sized('signIn', few)).length).toBeLessThan(1_000);
  });
});
