/** What time brings to conversations: one mail an absence, what nobody attends waits again, and what nobody answers ends. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { linesOf } from '../../../../../tests/pdf.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { readTodo } from '../../../../../tests/tablas.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { soporteAportes } from '../../server/service.ts';
import { printCerradas } from '../../transcripcion/server/service.ts';
import { runPlazosDeSoporte } from './service.ts';

let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let [ana, escolar] = [] as unknown as [Cuenta, Cuenta];
let personaId = '';
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  ({ id: personaId } = await makePersona(portal.services.db));
  ana = await makeCuenta(portal, { personaId });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

const must = async (who: Cuenta, name: string, data: object) => {
  const { result, error } = await portal.call(name, data, { token: who.token });
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const say = (who: Cuenta, id: string, texto: string) =>
  must(who, 'sendMensaje', { id, texto, clienteId: randomUUID() });
/** A conversation that the school has answered; its person has seen nothing of it. */
const answered = async (texto: string): Promise<string> => {
  await portal.services.db.deleteFrom('limites').execute();
  await portal.services.db.deleteFrom('soporte_conversaciones').execute();
  await portal.services.db.deleteFrom('correos').execute();
  const { id } = await must(ana, 'createConversacion', {
    ...{ asunto: 'Asunto reservado', texto: 'Pregunto.', clienteId: randomUUID() },
  });
  await must(escolar, 'startAtencionConversacion', { id });
  await say(escolar, id, texto);
  return id;
};
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Runs what is due so long from now. */
const after = async (ms: number): Promise<void> => {
  const now = new Date(Date.now() + ms);
  portal.setNow(now);
  try {
    await actAsSystem(() => runPlazosDeSoporte(portal.services));
  } finally {
    portal.setNow(null);
  }
};
const correos = () =>
  portal.services.db
    .selectFrom('correos')
    .select(['asunto', 'contenido'])
    .where('para', '=', ana.email)
    .execute();
const estadoDe = async (id: string) =>
  await portal.services.db
    .selectFrom('soporte_conversaciones')
    .select(['estado', 'agente_uid', 'pdf_sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('writes one mail of an absence, however many messages came, and nothing of what they say', async () => {
  const id = await answered('Secreto uno.');
  for (let n = 2; n < 8; n++) await say(escolar, id, `Secreto ${n}.`);
  await after(9 * MINUTE);
  expect(await correos()).toEqual([]);
  for (const minutes of [11, 12, 300]) await after(minutes * MINUTE);
  const [one, ...more] = await correos();
  expect(more).toEqual([]);
  expect(JSON.stringify(one)).not.toMatch(/Secreto|Asunto reservado/);
  // Whoever has read is away again only after another answer.
  const { conversacion } = await must(ana, 'listMensajes', { id });
  await must(ana, 'saveLecturaConversacion', { id, hasta: conversacion.ultimo });
  await after(400 * MINUTE);
  expect(await correos()).toHaveLength(1);
  await say(escolar, id, 'Secreto último.');
  await after(410 * MINUTE);
  expect(await correos()).toHaveLength(2);
});

it('announces, resolves and closes what its person does not answer, with its transcript', async () => {
  const id = await answered('¿Puede enviarla otra vez?');
  const nota = 'Nota que no sale';
  await must(escolar, 'createNotaConversacion', { id, texto: nota, clienteId: randomUUID() });
  // Day after day: on which of them it is resolved depends on the weekday of today.
  const estados: string[] = [];
  for (let days = 1; days <= 28; days++) {
    await after(days * DAY);
    const { estado } = await estadoDe(id);
    if (estado !== estados.at(-1)) estados.push(estado);
  }
  expect(estados).toEqual(['enPersona', 'resuelta', 'cerrada']);
  expect((await correos()).map(({ asunto }) => asunto).join()).toMatch(/se dará por resuelta/);
  await actAsSystem(() => printCerradas(portal.services));
  expect((await estadoDe(id)).pdf_sha256).not.toBeNull();
  // Notes are in no search of the person's, and what they search is their own.
  const found = async (who: Cuenta, busqueda: string) =>
    (await must(who, 'listConversaciones', { busqueda })).conversaciones.length;
  expect(await found(ana, 'enviarla')).toBe(1);
  expect(await found(ana, nota)).toBe(0);
});

it('gives notes among staff to their person in the copy of their data, and nowhere else', async () => {
  const id = await answered('Ya lo revisamos.');
  const nota = 'Preguntar a archivo por el acta de 2019';
  const clienteId = randomUUID();
  await must(escolar, 'createNotaConversacion', { id, texto: nota, clienteId });
  for (const days of [0.1, 7, 14, 28]) await after(days * DAY);
  expect((await estadoDe(id)).estado).toBe('cerrada');
  await actAsSystem(() => printCerradas(portal.services));

  // Kept once: in no mail, notification, history or search index.
  const holds = [...(await readTodo(portal))].filter(([, rows]) => rows.join().includes(nota));
  expect(holds.map(([tabla, rows]) => [tabla, rows.length])).toEqual([['soporte_notas', 1]]);
  expect(await correos()).not.toEqual([]);
  const pdf = await fetch(`${portal.url}/soporte/conversaciones/${id}.pdf`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  const lines = (await linesOf(new Uint8Array(await pdf.arrayBuffer()))).join(' ');
  expect(lines).toContain('Ya lo revisamos.');
  expect(lines).not.toContain('archivo por el acta');

  const answers = await Promise.all(
    (
      [
        ['listConversaciones', {}],
        ['listMensajes', { id }],
        ['listCambiosSoporte', { cursores: [{ id, n: 0 }] }],
        ['listNotificaciones', {}],
        ['listNotasConversacion', { id }],
        ['getFichaConversacion', { id }],
        ['listBandejaSoporte', { ver: 'todas' }],
      ] as const
    ).map(async ([name, data]) => {
      const answer = await portal.call(name, data, { token: ana.token });
      expect(JSON.stringify(answer), name).not.toContain('archivo por el acta');
      return [name, answer.error?.status];
    }),
  );
  expect(answers.filter(([, status]) => status)).toEqual(
    ['listNotasConversacion', 'getFichaConversacion', 'listBandejaSoporte'].map((name) => [
      ...[name, 'PERMISSION_DENIED'],
    ]),
  );

  const titular = { personaIds: [personaId], uids: [ana.uid], correos: [], personal: false };
  const given: string[] = [];
  for (const aporte of soporteAportes) {
    for await (const rows of aporte.read(portal.services, titular)) {
      if (JSON.stringify(rows).includes(nota)) given.push(aporte.id);
    }
  }
  expect(given).toEqual(['notas-de-soporte']);
});

it('lets wait again what somebody attends who may not attend any more', async () => {
  const id = await answered('Un momento.');
  await say(ana, id, 'Espero.');
  expect(await estadoDe(id)).toMatchObject({ estado: 'enAtencion', agente_uid: escolar.uid });
  const { db } = portal.services;
  const setRole = (role: 'Escolar' | null) =>
    db.updateTable('cuentas').set({ role }).where('uid', '=', escolar.uid).execute();
  await setRole(null);
  await after(0);
  expect(await estadoDe(id)).toMatchObject({ estado: 'enEspera', agente_uid: null });
  await setRole('Escolar');
});
