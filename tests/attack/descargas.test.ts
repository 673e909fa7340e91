/** What leaves the portal as a file: its name says its type, it comes as it is read, and one person takes so many at once. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makePdf, sendArchivo } from '../factories/documentos.ts';
import { makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const MB = 2 ** 20;
let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  ana = await makeCuenta(portal, { personaId: (await makePersona(portal.services.db)).id });
});
afterAll(() => portal.stop());

/** A document of hers, called so. */
const keep = async (nombre: string, bytes?: Buffer): Promise<string> => {
  const { name: archivo } = await sendArchivo(portal, ana, bytes ?? (await makePdf()));
  const { result } = await portal.call(
    'saveDocumentoPersona',
    { tipo: 'TITULO', archivo, nombre },
    ana,
  );
  return result.id;
};

it('a PDF that is a program too is a PDF by its name', async () => {
  for (const name of ['titulo.hta', 'titulo.html', 'titulo.pdf.bat', 'titulo.svg', 'titulo.lnk']) {
    const id = await keep(name);
    const answer = await fetch(`${portal.url}/documentos/${id}/archivo?descargar=1`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''titulo.pdf",
    );
    const kept = await portal.services.db
      .selectFrom('documentos')
      .select('nombre')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(kept.nombre).toBe('titulo.pdf');
    await answer.arrayBuffer();
  }
});

it('readers who take nothing hold some kilobytes, and no more than eight of one person', async () => {
  // Noise, which does not become smaller: what is kept has 8 MB.
  const noise = Buffer.from(Array.from({ length: 8 * MB }, (_, i) => (i * 2_654_435_761) >>> 24));
  const id = await keep(
    'grande.pdf',
    await makePdf(1, (pdf) => void pdf.context.register(pdf.context.stream(noise))),
  );
  const { port, hostname } = new URL(portal.url);
  const open = () =>
    new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `GET /documentos/${id}/archivo HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`,
        );
        // Its answer has begun; from here on nothing of it is taken.
        socket.once('data', () => {
          socket.pause();
          resolve(socket);
        });
      });
    });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const readers = await Promise.all(Array.from({ length: 8 }, open));
  expect(process.memoryUsage.rss() - before).toBeLessThan(40 * MB);
  const ask = () =>
    fetch(`${portal.url}/documentos/${id}/archivo`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
  const ninth = await ask();
  expect(ninth.status).toBe(429);
  expect(
    ((await ninth.json()) as { error: { details: { code: string } } }).error.details.code,
  ).toBe('muchas-descargas');
  // Once they have left there is room.
  for (const socket of readers) socket.destroy();
  await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200);
});
