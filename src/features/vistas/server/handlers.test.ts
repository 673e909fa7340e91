import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
let ana: { uid: string; token: string };
let eva: { uid: string; token: string };

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  ana = await makeCuenta(portal, { role: 'Escolar' });
  eva = await makeCuenta(portal);
});
afterAll(() => portal?.stop());

const VISTA = {
  id: null as string | null,
  lista: 'usuarios',
  nombre: 'Deshabilitadas',
  parametros: 'buscar=PERA850101MDFRRN09&estado=deshabilitada',
  ocultas: ['correo'] as string[] | null,
  predeterminada: false,
};
const save = (part: Partial<typeof VISTA> = {}, who = ana) =>
  portal.call('saveVista', { ...VISTA, ...part }, { token: who.token });
const list = async (who = ana) =>
  (await portal.call('listVistas', null, { token: who.token })).result;

it('somebody keeps how a list is, under a name: theirs alone, and the history without what was looked for', async () => {
  expect((await portal.call('listVistas', null)).http).toBe(401);
  expect((await portal.call('saveVista', VISTA)).http).toBe(401);
  const { result } = await save();
  expect(await list()).toEqual([{ ...VISTA, id: result.id }]);
  expect(await list(eva)).toEqual([]);

  // Another's is as one that is not there.
  for (const [name, data] of [
    ['saveVista', { ...VISTA, id: result.id, nombre: 'Mía' }],
    ['deleteVista', { id: result.id }],
  ] as const) {
    const { http, error } = await portal.call(name, data, { token: eva.token });
    expect([http, error?.message]).toEqual([404, 'Esa vista ya no existe.']);
  }

  await save({ id: result.id, nombre: 'Bajas', ocultas: null });
  expect(await list()).toEqual([{ ...VISTA, id: result.id, nombre: 'Bajas', ocultas: null }]);
  await portal.call('deleteVista', { id: result.id }, { token: ana.token });
  expect(await list()).toEqual([]);

  const rows = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'antes', 'despues'])
    .where('entidad', '=', 'vista')
    .where('entidad_id', '=', result.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ accion, actor_uid }) => [accion, actor_uid])).toEqual([
    ['vista.guardar', ana.uid],
    ['vista.guardar', ana.uid],
    ['vista.borrar', ana.uid],
  ]);
  expect(JSON.stringify(rows)).not.toContain('PERA850101');
});

it('of one list a name is one view, and one opens', async () => {
  const first = (await save({ predeterminada: true })).result;
  const taken = await save({ nombre: ' deshabilitadas ' });
  expect(taken.error?.details.fields).toEqual({
    nombre: 'Ya tiene una vista de esta lista con ese nombre.',
  });
  expect((await save({ nombre: '  ' })).error?.details.fields).toEqual({
    nombre: 'Escriba un nombre para la vista.',
  });
  // The same name in another list, and of somebody else.
  expect((await save({ lista: 'correos', predeterminada: true })).http).toBe(200);
  expect((await save({}, eva)).http).toBe(200);
  // It stays of the list that it is of.
  expect((await save({ id: first.id, lista: 'correos' })).http).toBe(404);

  const second = (await save({ nombre: 'Sin verificar', predeterminada: true })).result;
  const opens = (await list()).filter((v: typeof VISTA) => v.predeterminada);
  expect(opens.map(({ lista, id }: typeof VISTA) => [lista, id])).toEqual([
    ['correos', expect.anything()],
    ['usuarios', second.id],
  ]);

  // Two at once: one of them opens.
  await Promise.all([
    save({ id: first.id, predeterminada: true }),
    save({ id: second.id, nombre: 'Sin verificar', predeterminada: true }),
  ]);
  const now = (await list()).filter((v: typeof VISTA) => v.predeterminada);
  expect(now.filter((v: typeof VISTA) => v.lista === 'usuarios')).toHaveLength(1);
});

it('thirty of a list are enough', async () => {
  const answers = [];
  for (let i = 0; i < 31; i++) {
    answers.push(await save({ lista: 'personas', nombre: `Vista ${i}` }));
  }
  expect(answers.map(({ http }) => http)).toEqual([...Array(30).fill(200), 429]);
  expect(answers[30]?.error?.message).toContain('Borre una');
});
