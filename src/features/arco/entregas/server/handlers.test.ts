/** A copy of the data of who has no account: made by staff for their request, and handed over. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { completeExpediente } from '../../../../../tests/factories/entradas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { jsonOf, readZip } from '../../../../../tests/zip.ts';
import { DIAS_COPIA } from '../../copias/rules.ts';

let portal: TestPortal;
const dir = mkdtempSync(join(tmpdir(), 'entregas-'));
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let [escolar, otra, ana]: Cuenta[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  otra = await makeCuenta(portal, { role: 'Escolar' });
  ana = await makeCuenta(portal);
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** The address that her file says. */
const CONOCIDO = 'zenaida@correo.example';

const request = async (medio: string, more: object = {}, sentido = 'conceder') => {
  const persona = await makePersona(portal.services.db, { nombre: 'Zenaida' });
  await portal.services.db
    .updateTable('personas')
    .set({ correo_conocido: CONOCIDO })
    .where('id', '=', persona.id)
    .execute();
  await completeExpediente(portal.services.db, persona.id);
  const id = randomUUID();
  const asked = {
    id,
    derecho: 'acceso',
    descripcion: 'Quiere saber qué se guarda de ella.',
    nombre: 'Zenaida Pérez',
    medio,
    clave: persona.clave,
    ...more,
  };
  expect((await portal.call('createTramiteArco', asked, escolar)).http).toBe(200);
  const answer = { id, sentido, respuesta: 'Se le entrega la copia de sus datos.' };
  if (sentido) expect((await portal.call('decideTramiteArco', answer, escolar)).http).toBe(200);
  return { id, persona };
};

const prepare = async (id: string): Promise<string> => {
  const { result, error } = await portal.call('requestEntregaTramiteArco', { id }, escolar);
  if (!result) throw new Error(JSON.stringify(error));
  for (;;) {
    const { result: list } = await portal.call('listEntregasTramiteArco', { id }, escolar);
    if (list.copias[0] && list.enCurso === null) return list.copias[0].id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const open = async (answer: Response) => {
  const path = join(dir, `${randomUUID()}.zip`);
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  return readZip(path);
};

it('is mailed as a link that opens it, and nothing else does', async () => {
  const { id, persona } = await request('zenaida@correo.example');
  const copia = await prepare(id);
  const sent = await portal.call('sendEnlaceEntrega', { id: copia }, otra);
  expect(sent.result).toEqual({ correo: 'zenaida@correo.example' });
  const [mail] = (await portal.mails()).filter(({ to }) => to === 'zenaida@correo.example');
  const link = mail!.links.find((one) => one.includes('/entrega?clave='))!;
  const path = link.slice(link.indexOf('/copias/'));
  const get = (to: string) => fetch(`${portal.url}${to}`);
  const answer = await get(path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const zip = await open(answer);
  expect(jsonOf<{ nombre: string }[]>(zip, 'datos/persona.json')).toMatchObject([
    { id: persona.id, nombre: 'Zenaida' },
  ]);
  expect(jsonOf<object[]>(zip, 'datos/expediente.json')).toHaveLength(7);

  expect((await get(path.replace(/.$/, (last) => (last === '_' ? '-' : '_')))).status).toBe(403);
  expect((await get(path.replace(/\?.*/, ''))).status).toBe(403);
  expect((await get(path.replace(copia, randomUUID()))).status).toBe(404);
  // It served; sent again, the one before opens nothing.
  expect((await get(path)).status).toBe(403);
  await portal.call('sendEnlaceEntrega', { id: copia }, otra);
  expect((await get(path)).status).toBe(403);
  // What opens it is nowhere as it is.
  const { rows } = await portal.services.database.execute('select enlace_hash from copias_datos');
  expect(path).not.toContain(String(rows[0]!.enlace_hash));

  portal.setNow(new Date(Date.now() + (DIAS_COPIA * 24 + 1) * 3_600_000));
  const late = await portal.call('sendEnlaceEntrega', { id: copia }, otra);
  portal.setNow(null);
  expect(late.error?.details.code).toBe('entrega-vencida');
  const history = await portal.services.db
    .selectFrom('historial')
    .select('accion')
    .where('persona_id', '=', persona.id)
    .where('entidad_id', '=', copia)
    .orderBy('id')
    .execute();
  expect(history.map(({ accion }) => accion)).toEqual([
    'copia.crear',
    'copia.enviarEnlace',
    'copia.abrirEnlace',
    'copia.enviarEnlace',
  ]);
});

it('is downloaded by who hands it over, who says why, in their session', async () => {
  const { id, persona } = await request('Calle Hidalgo 1, Centro');
  const copia = await prepare(id);
  expect((await portal.call('sendEnlaceEntrega', { id: copia }, otra)).error?.details.code).toBe(
    'entrega-sin-correo',
  );
  const motivo = 'Se le entrega en la ventanilla, con su identificación.';
  const { result } = await portal.call('createDescargaEntrega', { id: copia, motivo }, otra);
  const get = (who: Cuenta | null) =>
    fetch(`${portal.url}${result.url}`, {
      headers: who ? { authorization: `Bearer ${who.token}` } : {},
    });
  expect((await get(otra!)).status).toBe(200);
  for (const who of [escolar!, ana!, null]) expect((await get(who)).status).toBe(403);
  const row = await portal.services.db
    .selectFrom('historial')
    .select(['motivo', 'actor_uid', 'persona_id'])
    .where('accion', '=', 'copia.entregar')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ motivo, actor_uid: otra!.uid, persona_id: persona.id });
});

it('is of what was granted, for staff, and nobody hands over their own', async () => {
  const waiting = await request('a@b.example', {}, '');
  const prepareFor = (id: string, who: Cuenta = escolar!) =>
    portal.call('requestEntregaTramiteArco', { id }, who);
  expect((await prepareFor(waiting.id)).error?.details.code).toBe('entrega-no-pide');
  const otro = await request('a@b.example', { derecho: 'oposicion' });
  expect((await prepareFor(otro.id)).error?.details.code).toBe('entrega-no-pide');
  const { id, persona } = await request('a@b.example');
  expect((await prepareFor(id, ana)).http).toBe(403);
  const suya = await makeCuenta(portal, { role: 'Escolar', personaId: persona.id });
  expect((await prepareFor(id, suya)).error?.details.code).toBe('sobre-uno-mismo');
  const copia = await prepare(id);
  for (const name of ['sendEnlaceEntrega', 'createDescargaEntrega']) {
    const input = {
      id: copia,
      ...(name === 'createDescargaEntrega' && { motivo: 'Para verla yo.' }),
    };
    expect((await portal.call(name, input, suya)).error?.details.code, name).toBe(
      'sobre-uno-mismo',
    );
    expect((await portal.call(name, input, ana)).http, name).toBe(403);
    expect((await portal.call(name, input)).http, name).toBe(401);
  }
});

it('is not handed over by the person who registered or answered, nor mailed where nobody knows her', async () => {
  const { id, persona } = await request('otra.direccion@correo.example');
  const copia = await prepare(id);
  const send = (who: Cuenta) => portal.call('sendEnlaceEntrega', { id: copia }, who);
  const hand = (who: Cuenta) =>
    portal.call('createDescargaEntrega', { id: copia, motivo: 'En la ventanilla.' }, who);
  for (const act of [send, hand]) {
    expect((await act(escolar!)).error?.details.code).toBe('arco-otra-persona');
  }
  // Nor by another account of the same human being.
  const { db } = portal.services;
  const propia = await makePersona(db);
  const segunda = await makeCuenta(portal, { role: 'Escolar', personaId: propia.id });
  await db
    .updateTable('tramites_arco')
    .set({ respondido_por: segunda.uid })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('tramites_arco')
    .set({ registrado_por: otra!.uid })
    .where('id', '=', id)
    .execute();
  expect((await hand(segunda)).error?.details.code).toBe('arco-otra-persona');
  expect((await hand(otra!)).error?.details.code).toBe('arco-otra-persona');
  expect((await send(escolar!)).error?.details.code).toBe('entrega-correo-desconocido');
  // At an address of hers, she is told at the others.
  await db
    .updateTable('tramites_arco')
    .set({ medio: CONOCIDO.toUpperCase() })
    .where('id', '=', id)
    .execute();
  const suya = await makeCuenta(portal, { personaId: persona.id });
  expect((await send(escolar!)).http).toBe(200);
  const told = (await portal.mails()).filter(({ to }) => to === suya.email);
  expect(told.map(({ subject }) => subject)).toContain('Se envió una copia de sus datos');
});
