/** What comes by mail, chosen over HTTP, and the queue that honours it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Message } from '../../../../platform/server/mail/index.ts';
import { CLASES_OBLIGATORIAS, CLASES_OPCIONALES } from '../../../../platform/shared/avisos.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const VENCER = ['documentosPorVencer'];
const get = async (who: Cuenta) => (await portal.call('getAvisosPropios', null, who)).result;
const save = (who: Cuenta, soloEnPortal: readonly string[], antes: readonly string[] = []) =>
  portal.call('saveAvisosPropios', { soloEnPortal, antes }, who);

/** Queues mails to an account; gives the subjects of all that were written to it. */
const write = async (who: Cuenta, messages: readonly Message[]) => {
  const { db, mail } = portal.services;
  await db.transaction().execute(async (trx) => {
    for (const message of messages) await mail.queue(trx, message);
  });
  const rows = await db
    .selectFrom('correos')
    .select('asunto')
    .where('para', '=', who.email)
    .orderBy('asunto')
    .execute();
  return rows.map(({ asunto }) => asunto);
};
const letter = (to: string, subject: string) => ({
  to,
  subject,
  paragraphs: ['Hola.'],
  reason: 'Recibe este mensaje porque sí.',
});
const optional = (who: Cuenta): Message[] =>
  CLASES_OPCIONALES.map((clase) => ({ ...letter(who.email, clase), clase, uid: who.uid }));

it('what is switched off is not queued, for that account alone, until it is switched on again', async () => {
  const [ana, eva] = [await makeCuenta(portal), await makeCuenta(portal)];
  const all = [...CLASES_OPCIONALES].sort();
  expect(await get(ana)).toEqual({ soloEnPortal: [] });
  expect((await save(ana, VENCER)).result).toEqual({ soloEnPortal: VENCER });
  expect([await get(ana), await get(eva)]).toEqual([
    { soloEnPortal: VENCER },
    { soloEnPortal: [] },
  ]);
  expect(await write(ana, optional(ana))).toEqual(all.filter((one) => one !== VENCER[0]));
  expect(await write(eva, optional(eva))).toEqual(all);
  expect((await save(ana, [], VENCER)).result).toEqual({ soloEnPortal: [] });
  expect(await write(ana, optional(ana))).toContain('documentosPorVencer');
});

it('what is obligatory always comes, and nobody switches it off', async () => {
  const ana = await makeCuenta(portal);
  for (const clase of CLASES_OBLIGATORIAS) {
    expect((await save(ana, [clase])).error?.status, clase).toBe('INVALID_ARGUMENT');
    // Not even by hand, in the database.
    await portal.services.db
      .insertInto('correos_apagados')
      .values({ uid: ana.uid, clase: clase as never, desde: new Date() })
      .execute();
  }
  await save(ana, CLASES_OPCIONALES);
  const wrote = CLASES_OBLIGATORIAS.map((clase) => ({ ...letter(ana.email, clase), clase }));
  expect(await write(ana, [...wrote, ...optional(ana)])).toEqual([...CLASES_OBLIGATORIAS].sort());
  expect(await get(ana)).toEqual({ soloEnPortal: CLASES_OPCIONALES });
});

it('a mail without a kind, or an optional one without its account, is no mail', () => {
  const sinClase = letter('ana@correo.example', 'x');
  // @ts-expect-error a new kind of mail says what it is about
  const uno: Message = sinClase;
  // @ts-expect-error only those that are declared
  const otro: Message = { ...sinClase, clase: 'boletin' };
  // @ts-expect-error whose choice is asked for
  const sinCuenta: Message = { ...sinClase, clase: 'documentosPorVencer' };
  expect([uno, otro, sinCuenta]).toHaveLength(3);
});

it('of two windows the second is told; sent twice it is done once, and the history has it', async () => {
  const ana = await makeCuenta(portal);
  expect((await portal.call('getAvisosPropios', null)).http).toBe(401);
  expect((await portal.call('saveAvisosPropios', { soloEnPortal: [], antes: [] })).http).toBe(401);
  await save(ana, VENCER);
  expect((await save(ana, VENCER)).http).toBe(200);
  const late = await save(ana, ['documentosRevisados']);
  expect([late.error?.status, late.error?.details?.code]).toEqual(['ABORTED', 'avisos-cambio']);
  expect(await get(ana)).toEqual({ soloEnPortal: VENCER });
  const rows = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'antes', 'despues'])
    .where('entidad', '=', 'cuenta')
    .where('entidad_id', '=', ana.uid)
    .where('accion', '=', 'cuenta.elegirAvisos')
    .execute();
  expect(rows).toEqual([
    {
      accion: 'cuenta.elegirAvisos',
      actor_uid: ana.uid,
      antes: { soloEnPortal: [] },
      despues: { soloEnPortal: VENCER },
    },
  ]);
});
