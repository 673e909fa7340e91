import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';
import { tool } from '../../../../../tests/pdf-tools.ts';
import { hojaTarjetasPath, tarjetaPdfPath } from '../../routes.ts';

let escuela: Escuela;
beforeAll(async () => {
  escuela = await startEscuela();
});
afterAll(() => escuela.portal.stop());

const ask = (path: string, token?: string) =>
  fetch(`${escuela.portal.url}${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const keep = async (answer: Response): Promise<string> => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const path = join(escuela.portal.services.env.dataDir, 'tarjeta.pdf');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  return path;
};

it('a card is of the size of one, on both sides, with the photograph that staff found right', async () => {
  const { id } = await escuela.make('credencial');
  const { token } = escuela.persona;
  const without = await keep(await ask(tarjetaPdfPath(id), token));
  const info = await tool('pdfinfo', without);
  expect(info).toMatch(/Pages:\s+2/);
  expect(info).toMatch(/Page size:\s+242\.6\d* x 153\.0\d* pts/);
  expect(info).toMatch(/Tagged:\s+yes/);
  expect(await tool('pdfimages', '-list', without)).not.toContain('jpeg');
  await giveFoto();
  const path = await keep(await ask(tarjetaPdfPath(id), token));
  expect(await tool('pdfimages', '-list', path)).toMatch(/330\s+420.*jpeg/);
  expect(await tool('pdftotext', path, '-')).toContain('Ana Pérez Ruiz');
});

/** A validated photograph in the vault of the person. */
const giveFoto = async () => {
  const { db, storage } = escuela.portal.services;
  const picture = { width: 900, height: 700, channels: 3, background: '#468' } as const;
  const bytes = await sharp({ create: picture }).png().toBuffer();
  const kept = await storage.kept.put(bytes);
  await db.transaction().execute(async (trx) => {
    await storage.kept.take(trx, kept);
    const { id } = await trx
      .selectFrom('catalogo_items')
      .select('id')
      .where('catalogo', '=', 'tipos-documento')
      .where('clave', '=', 'FOTO')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('documentos')
      .values({
        persona_id: escuela.persona.id,
        tipo_id: id,
        version: 1,
        estado: 'validado',
        nombre: 'foto.png',
        ...kept,
        bytes: bytes.length,
        content_type: 'image/png',
        creado_en: new Date(),
      })
      .execute();
  });
};

it('staff print ten to a sheet, with the backs behind their fronts; nobody else does', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 11; i++) ids.push((await escuela.make('credencial')).id);
  const path = await keep(await ask(hojaTarjetasPath(ids), escuela.escolar));
  const info = await tool('pdfinfo', path);
  expect(info).toMatch(/Pages:\s+4/);
  expect(info).toMatch(/Page size:\s+612 x 792 pts/);
  expect((await ask(hojaTarjetasPath(ids), escuela.persona.token)).status).toBe(403);
  expect((await ask(hojaTarjetasPath(ids))).status).toBe(401);
  const otra = await escuela.titular();
  expect((await ask(tarjetaPdfPath(ids[0]!), otra.token)).status).toBe(404);
});

it('what is not in force, or is no credencial, is no card', async () => {
  const { id } = await escuela.make('credencial');
  await escuela.step(id, 'suspender');
  expect((await ask(tarjetaPdfPath(id), escuela.persona.token)).status).toBe(400);
  const other = await escuela.make('certificado');
  expect((await ask(tarjetaPdfPath(other.id), escuela.persona.token)).status).toBe(400);
  for (const bad of ['/tarjetas/x.pdf', '/tarjetas/hoja.pdf', '/tarjetas/hoja.pdf?ids=a,b']) {
    expect((await ask(bad, escuela.escolar)).status).toBe(404);
  }
});

it('on a telephone it says how it stands and since when that is known; to its person and staff', async () => {
  const { id, folio } = await escuela.make('credencial');
  const ask = (token?: string, of = id) => escuela.call('getTarjeta', { id: of }, token);
  const { result } = await ask(escuela.persona.token);
  expect(result).toMatchObject({ folio, estado: 'vigente', titular: 'Ana Pérez Ruiz' });
  expect(result.qr).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(Math.abs(Date.now() - +new Date(result.consultadaEn))).toBeLessThan(600_000);
  expect(JSON.stringify(result)).not.toContain(escuela.persona.curp);
  await escuela.step(id, 'suspender');
  expect((await ask(escuela.escolar)).result.estado).toBe('suspendida');
  expect((await ask()).error?.status).toBe('UNAUTHENTICATED');
  expect((await ask((await escuela.titular()).token)).error?.status).toBe('NOT_FOUND');
  const other = await escuela.make('certificado');
  expect((await ask(escuela.persona.token, other.id)).error?.status).toBe('NOT_FOUND');
});
