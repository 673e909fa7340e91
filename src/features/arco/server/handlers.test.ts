/** What people ask of their data by right, over HTTP and on a real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let [ana, luz, escolar, otra]: Cuenta[] = [];
let personaId: string;

const RECIBIDA = new Date('2026-11-03T18:00:00Z');
const TEXTO = 'Mi domicilio anterior, que ya no uso.';

beforeAll(async () => {
  portal = await startTestPortal();
  const persona = await makePersona(portal.services.db);
  personaId = persona.id;
  ana = await makeCuenta(portal, { personaId });
  luz = await makeCuenta(portal);
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  otra = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());

const ask = async (who: Cuenta, id = randomUUID()) =>
  portal.call('requestTramiteArco', { id, derecho: 'cancelacion', descripcion: TEXTO }, who);

it('is received once, with its folio, its term by the judicial calendar and a mail', async () => {
  portal.setNow(RECIBIDA);
  const id = randomUUID();
  const [first, again] = [await ask(ana!, id), await ask(ana!, id)];
  portal.setNow(null);
  expect(again.result.folio).toBe(first.result.folio);
  expect(first.result).toMatchObject({ estado: 'recibida', dias: 20 });
  expect(first.result.folio).toMatch(/^DP26/);
  // The 20th of November is not counted.
  expect(first.result.venceEn.slice(0, 10)).toBe('2026-12-03');
  const mails = await portal.mails();
  const mine = mails.filter(({ to }) => to === ana!.email);
  expect(mine.map(({ subject }) => subject)).toEqual(['Recibimos su solicitud sobre sus datos']);
  expect(mine[0]!.text).toContain('2 de diciembre de 2026');

  expect((await portal.call('getTramiteArco', { id }, luz)).http).toBe(404);
  expect((await portal.call('withdrawTramiteArco', { id }, luz)).http).toBe(404);
  expect((await ask(luz!, id)).http).toBe(404);
  const answer = { id, sentido: 'conceder', respuesta: 'Se borrará el domicilio.' };
  expect((await portal.call('decideTramiteArco', answer, ana)).http).toBe(403);
  expect((await portal.call('listTramitesArco', {}, ana)).http).toBe(403);
  expect((await portal.call('getTramiteArco', { id })).http).toBe(401);
});

it('is extended once, answered by one of two who do at once, done, and told each time', async () => {
  const { id } = (await ask(ana!)).result;
  const extend = () =>
    portal.call('updatePlazoTramiteArco', { id, motivo: 'Hay que buscar en el archivo.' }, escolar);
  const extended = await extend();
  expect(extended.result).toMatchObject({ estado: 'ampliada', dias: 30 });
  expect((await extend()).error?.details.code).toBe('arco-atendida');
  const negar = { id, sentido: 'negar', respuesta: 'La ley obliga a conservarlo.' };
  expect((await portal.call('decideTramiteArco', negar, escolar)).http).toBe(400);
  const answers = await Promise.all([
    portal.call('decideTramiteArco', { ...negar, fundamento: 'obligacion' }, escolar),
    portal.call(
      'decideTramiteArco',
      { id, sentido: 'conceder', respuesta: 'Se borrará todo.' },
      otra,
    ),
  ]);
  expect(answers.filter(({ result }) => result)).toHaveLength(1);
  expect(answers.find(({ error }) => error)?.error?.details.code).toBe('arco-atendida');

  const { id: second } = (await ask(ana!)).result;
  const granted = await portal.call(
    'decideTramiteArco',
    {
      id: second,
      sentido: 'concederEnParte',
      respuesta: 'Se borra uno de los dos.',
      fundamento: 'terceros',
    },
    escolar,
  );
  expect(granted.result).toMatchObject({ estado: 'parcial', dias: 15 });
  const done = await portal.call(
    'confirmTramiteArco',
    { id: second, cumplimiento: 'Se borró el domicilio.' },
    escolar,
  );
  expect(done.result).toMatchObject({ estado: 'cumplida', dias: null });
  const { result } = await portal.call('listTramitesArcoPropios', null, ana);
  expect(result.tramites.map(({ estado }: { estado: string }) => estado)).toContain('cumplida');
  expect((await portal.call('withdrawTramiteArco', { id: second }, ana)).http).toBe(409);
});

it('waits in the queue by its term, and nobody decides on their own', async () => {
  const suya = (await ask(escolar!)).result;
  const answer = { id: suya.id, sentido: 'conceder', respuesta: 'Se hará lo que pide.' };
  expect((await portal.call('decideTramiteArco', answer, escolar)).error?.details.code).toBe(
    'sobre-uno-mismo',
  );
  const { result } = await portal.call('listTramitesArco', {}, otra);
  const terms = result.filas.map(({ venceEn }: { venceEn: string }) => venceEn);
  expect(terms).toEqual([...terms].sort());
  expect(result.total).toBe(result.filas.length);
  expect((await portal.call('withdrawTramiteArco', { id: suya.id }, escolar)).result.estado).toBe(
    'retirada',
  );
  const { result: home } = await portal.call('listPendientes', null, otra);
  expect(JSON.stringify(home)).toContain('ARCO por responder');
});

it('is registered by staff for who has no account, or comes by another', async () => {
  const { rows } = await portal.services.database.execute(
    'select clave from personas where id = $1',
    [personaId],
  );
  const input = {
    id: randomUUID(),
    derecho: 'acceso',
    descripcion: 'Quiere saber qué se guarda de él.',
    nombre: 'Beto Ríos',
    medio: 'Calle Hidalgo 1',
    representante: 'Luz Ríos, con carta poder',
  };
  const made = await portal.call('createTramiteArco', { ...input, clave: rows[0]!.clave }, escolar);
  expect(made.result).toMatchObject({
    representante: 'Luz Ríos, con carta poder',
    estado: 'recibida',
  });
  const wrong = await portal.call(
    'createTramiteArco',
    { ...input, id: randomUUID(), clave: 'NADIE' },
    escolar,
  );
  expect(wrong.error?.details.code).toBe('arco-sin-persona');
  expect((await portal.call('createTramiteArco', input, ana)).http).toBe(403);
});

it('does not take more than five at a time', async () => {
  for (let i = 0; i < 5; i++) expect((await ask(luz!)).http).toBe(200);
  expect((await ask(luz!)).error?.details.code).toBe('arco-demasiadas');
});
