/** The antivirus before everything that is uploaded, with a server of clamd's protocol. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyFiles, picture } from '../../../../tests/almacen.ts';
import { type ClamdServer, EICAR, startClamd } from '../../../../tests/clamd.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeDocumento, makePdf } from '../../../../tests/factories/documentos.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let clamd: ClamdServer;
let strict: TestPortal;
let lenient: TestPortal;
beforeAll(async () => {
  clamd = await startClamd();
  const portal = { storageAreas: [anyFiles] };
  const start = (required: string) =>
    startTestPortal({ CLAMAV_URL: clamd.url, CLAMAV_REQUIRED: required }, { jobs: false, portal });
  strict = await start('1');
  lenient = await start('0');
});
afterAll(async () => {
  await strict.stop();
  await lenient.stop();
  await clamd.stop();
});
beforeEach(() => {
  clamd.manners.away = false;
});
afterEach(async () => {
  for (const { services } of [strict, lenient]) {
    await services.db.deleteFrom('objetos_por_revisar').execute();
  }
});

const someone = async (portal: TestPortal) => {
  const persona = await makePersona(portal.services.db);
  return { ...(await makeCuenta(portal, { personaId: persona.id })), persona };
};
type Someone = Awaited<ReturnType<typeof someone>>;

const at = (portal: TestPortal, rest: string) => `${portal.url}/v0/b/portal/o${rest}`;
const upload = async (portal: TestPortal, { token }: Someone, name: string, body: Uint8Array) => {
  const response = await fetch(at(portal, `?name=${encodeURIComponent(name)}`), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: body as never,
  });
  return {
    status: response.status,
    body: (await response.json()) as { error?: { message: string }; downloadTokens?: string },
  };
};
const download = async (
  portal: TestPortal,
  { token }: Someone,
  name: string,
  query = 'alt=media',
) =>
  (
    await fetch(at(portal, `/${encodeURIComponent(name)}?${query}`), {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
const waiting = (portal: TestPortal) =>
  portal.services.db.selectFrom('objetos_por_revisar').selectAll().execute();
const ready = async (portal: TestPortal, query = '') => {
  const response = await fetch(`${portal.url}/readyz${query}`);
  return {
    status: response.status,
    parts: ((await response.json()) as { parts: Record<string, string> }).parts,
  };
};

describe('while the antivirus answers', () => {
  it('what is clean is kept, and what is not is refused and in the history without whose it is', async () => {
    const ana = await someone(strict);
    const name = `users/${ana.uid}/foto.jpg`;
    expect((await upload(strict, ana, name, await picture('jpeg'))).status).toBe(200);
    expect(await download(strict, ana, name)).toBe(200);
    expect(await waiting(strict)).toEqual([]);

    const bad = await upload(strict, ana, 'pruebas/dañino.bin', Buffer.from(`hola ${EICAR}`));
    expect(bad.status).toBe(400);
    expect(bad.body.error?.message).toMatch(/antivirus encontró un programa dañino/);
    expect(await download(strict, ana, 'pruebas/dañino.bin')).toBe(404);
    const [note] = await strict.services.db
      .selectFrom('historial')
      .selectAll()
      .where('accion', '=', 'archivo.infectado')
      .execute();
    expect(note).toMatchObject({
      entidad_id: 'pruebas/',
      actor_uid: ana.uid,
      despues: { firma: 'Eicar-Test-Signature' },
    });
    expect(JSON.stringify(note)).not.toContain('dañino.bin');
  });

  it('a picture is looked at as it is kept, and a PDF that carries it is refused', async () => {
    const ana = await someone(strict);
    const photo = Buffer.concat([await picture('jpeg'), Buffer.from(EICAR)]);
    const before = clamd.scanned.length;
    await upload(strict, ana, `documentos/${ana.uid}/${randomUUID()}.jpg`, photo);
    // Written again: what was behind the picture is gone.
    expect(clamd.scanned.length).toBe(before + 1);
    const pdf = Buffer.concat([await makePdf(), Buffer.from(`\n% ${EICAR}\n`)]);
    const sent = await upload(strict, ana, `documentos/${ana.uid}/${randomUUID()}.pdf`, pdf);
    expect([sent.status, sent.body.error?.message]).toEqual([
      400,
      expect.stringMatching(/antivirus/),
    ]);
  });
});

describe('while it is away', () => {
  it('with quarantine nobody reads what arrives, by whatever way, until it was looked at', async () => {
    const ana = await someone(strict);
    clamd.manners.away = true;
    const escolar = await makeCuenta(strict, { role: 'Escolar' });
    const name = `users/${ana.uid}/foto.jpg`;
    const { status, body } = await upload(strict, ana, name, await picture('jpeg'));
    expect(status).toBe(200);
    const id = await makeDocumento(strict, ana);
    const vault = async () => {
      const { result } = await strict.call(
        'listDocumentosPersona',
        { clave: ana.persona.clave },
        ana,
      );
      return result.lugares.flatMap((one: { versiones: unknown[] }) => one.versiones)[0];
    };
    const open = (token: string) =>
      fetch(`${strict.url}/documentos/${id}/archivo`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const queue = async () => (await strict.call('getPendientesDocumentos', null, escolar)).result;
    expect(await download(strict, ana, name)).toBe(503);
    expect(await download(strict, ana, name, `alt=media&token=${body.downloadTokens}`)).toBe(503);
    for (const { token } of [ana, escolar]) expect((await open(token)).status).toBe(503);
    expect(await vault()).toMatchObject({ id, estado: 'pendiente', antivirus: 'cuarentena' });
    const queued = await queue();
    // Still away.
    await strict.services.storage.lookAtWaiting();
    expect(await download(strict, ana, name)).toBe(503);
    expect(await waiting(strict)).toHaveLength(2);
    expect(await (await fetch(`${strict.url}/metrics`)).text()).toMatch(
      /^portal_files_unscanned 2$/m,
    );

    clamd.manners.away = false;
    await strict.services.storage.lookAtWaiting();
    expect(await waiting(strict)).toEqual([]);
    expect(await download(strict, ana, name)).toBe(200);
    expect((await open(ana.token)).status).toBe(200);
    expect(await vault()).toMatchObject({ antivirus: null });
    expect(await queue()).not.toEqual(queued);
  });

  it('without quarantine it is read meanwhile; what is found later is never read again', async () => {
    const ana = await someone(lenient);
    clamd.manners.away = true;
    const [good, bad] = ['pruebas/bueno.bin', 'pruebas/malo.bin'];
    await upload(lenient, ana, good, Buffer.from('hola'));
    await upload(lenient, ana, bad, Buffer.from(`hola ${EICAR}`));
    const pdf = Buffer.concat([await makePdf(), Buffer.from(`\n% ${EICAR}\n`)]);
    await makeDocumento(lenient, ana, 'ACTA', pdf);
    for (const name of [good, bad]) expect(await download(lenient, ana, name)).toBe(200);
    clamd.manners.away = false;
    // One that it cannot say anything of does not keep the others waiting.
    clamd.manners.limit = 4;
    await lenient.services.storage.lookAtWaiting();
    expect(await waiting(lenient)).toHaveLength(2);
    clamd.manners.limit = Number.POSITIVE_INFINITY;
    await lenient.services.storage.lookAtWaiting();
    expect(await download(lenient, ana, good)).toBe(200);
    expect(await download(lenient, ana, bad)).toBe(400);
    const { result } = await lenient.call(
      'listDocumentosPersona',
      { clave: ana.persona.clave },
      ana,
    );
    expect(result.lugares.flatMap((one: { versiones: unknown[] }) => one.versiones)).toMatchObject([
      { estado: 'pendiente', antivirus: 'infectado' },
    ]);
    // Again: it is said once.
    await lenient.services.storage.lookAtWaiting();
    const notes = await lenient.services.db
      .selectFrom('historial')
      .select('despues')
      .where('accion', '=', 'archivo.infectado')
      .execute();
    expect(notes).toHaveLength(2);
    // It goes with the file.
    expect(await waiting(lenient)).toHaveLength(2);
    await fetch(at(lenient, `/${encodeURIComponent(bad)}`), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ana.token}` },
    });
    await lenient.services.storage.clean();
    expect(await waiting(lenient)).toHaveLength(1);
  });

  it('the portal says so and goes on', async () => {
    // What it answered before holds for a second.
    const part = async () => (await ready(strict)).parts.antivirus;
    await expect.poll(part).toBe('ready');
    clamd.manners.away = true;
    await expect.poll(part).toBe('not ready');
    expect((await ready(strict)).status).toBe(200);
    expect((await ready(strict, '?parts=antivirus')).status).toBe(503);
    expect(await (await fetch(`${strict.url}/metrics`)).text()).toMatch(
      /^portal_antivirus_down 1$/m,
    );
  });

  it('an installation that has none any more lets go of what waited, and not of what is harmful', async () => {
    const plain = await startTestPortal({}, { jobs: false });
    try {
      const { db, storage } = plain.services;
      const row = { creado_en: new Date(), cuarentena: true };
      await db
        .insertInto('objetos_por_revisar')
        .values([
          { ...row, objeto: 'a', firma: null, revisado_en: null },
          { ...row, objeto: 'b', firma: 'x', revisado_en: new Date() },
        ])
        .execute();
      await storage.lookAtWaiting();
      const rows = await waiting(plain);
      expect(rows.map(({ objeto, cuarentena }) => [objeto, cuarentena]).sort()).toEqual([
        ['a', false],
        ['b', true],
      ]);
      expect((await ready(plain)).parts).not.toHaveProperty('antivirus');
    } finally {
      await plain.stop();
    }
  });
});
