import { afterAll, beforeAll, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { conReparto } from '../../../../../tests/factories/reparto.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp({}, { jobs: false });
});
afterAll(() => app.stop());

type Oferta = Awaited<ReturnType<EnrolmentApp['offer']>>;
type Persona = Awaited<ReturnType<EnrolmentApp['person']>>;
const FULL = { edicion: { cupo: 1, ocupados: 1 } };

const send = ({ ids }: Oferta, who: Persona) =>
  app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, who);
const shown = async ({ ids }: Oferta, who: Persona) =>
  (await app.call('getInscripcion', ids, who)).result.llegada;

it('whoever finds no seat keeps the instant at which the server first received it', async () => {
  const offer = await app.offer(FULL);
  const [ana, otra] = [await app.person(), await app.person()];
  expect(await shown(offer, ana)).toBeNull();
  expect((await send(offer, ana)).error!.details.code).toBe('sin-lugares');
  app.setNow(new Date(AHORA.getTime() + 60_000));
  await send(offer, ana);
  app.setNow(AHORA);
  expect(await shown(offer, ana)).toBe(AHORA.toISOString());
  expect(await shown(offer, otra)).toBeNull();
  const rows = await app.db
    .selectFrom('historial')
    .select(['entidad', 'persona_id', 'despues'])
    .where('accion', '=', 'llegada.anotar')
    .execute();
  expect(rows).toEqual([
    {
      entidad: 'llegada',
      persona_id: ana.personaId,
      despues: { edicionId: offer.edicion.id, recibidaEn: AHORA.toISOString() },
    },
  ]);
});

it('whoever gets a seat, waits in line or is refused for something else has none', async () => {
  const ana = await app.person();
  const free = await app.offer();
  const line = await app.offer({ ...conReparto({}), ...FULL });
  const over = await app.offer({ edicion: { inscripcion_cierra: new Date(AHORA.getTime() - 1) } });
  for (const offer of [free, line, over]) {
    await send(offer, ana);
    expect(await shown(offer, ana)).toBeNull();
  }
});
