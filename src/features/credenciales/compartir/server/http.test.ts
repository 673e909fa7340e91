import { afterAll, beforeAll, expect, it } from 'vitest';
import { ESCUELA, type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';
import { imagenPath, qrPath, validacionPath } from '../../routes.ts';
import { drawImagen } from './document.ts';

let escuela: Escuela;
beforeAll(async () => {
  escuela = await startEscuela();
});
afterAll(() => escuela.portal.stop());

const draw = async (path: string) => {
  const answer = await escuela.get(path, 'image/*');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  return answer.text();
};

it('the picture says of whom, what and how it stands at this moment, and nothing else of them', async () => {
  const { id, folio } = await escuela.make('reconocimiento');
  const svg = await draw(imagenPath(folio));
  for (const said of ['Ana Pérez Ruiz', '✓  Vigente', folio, 'Reconocimiento']) {
    expect(svg).toContain(said);
  }
  expect(svg).not.toContain(escuela.persona.curp);
  await escuela.step(id, 'revocar');
  expect(await draw(imagenPath(folio))).toContain('✕  Revocado');
  expect(await draw(qrPath(folio))).toMatch(/^<svg/);
  expect((await escuela.get(imagenPath('CE26-X'), 'image/*')).status).toBe(404);
});

it('long titles and marks of XML stay text', async () => {
  const { folio } = await escuela.make('certificado');
  const { result } = await escuela.check(folio);
  const programa = `<script>alert("x")</script> & ${'derecho '.repeat(30)}`;
  const url = `${ESCUELA}${validacionPath('certificado', folio)}`;
  const svg = await drawImagen({ ...result, programa }, { url, ahora: new Date() });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).toContain('…');
});
