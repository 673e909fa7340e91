import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { seededRandom } from '../../../../platform/shared/random.ts';
import { openSesion } from '../../../identidad/sesiones/server/service.ts';
import { readContexto } from './data.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp({}, { jobs: false });
});
afterAll(() => app.stop());

it('of those who ask at one moment each gets what is theirs, or nothing', async () => {
  const { db, services } = app;
  const offers = (await Promise.all([app.offer(), app.offer()])).map(({ ids }) => ids);
  const people = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const actor = await app.person();
      const cuenta = await insertCuentaVerificada(db, { persona_id: actor.personaId });
      const { sid } = await openSesion(
        services,
        db,
        { cuenta: cuenta as never, registro: false },
        { ip: '127.0.0.1', userAgent: 'prueba', cookies: {} },
      );
      return { ...actor, sid };
    }),
  );
  const asked = offers.flatMap((ids, n) =>
    people.flatMap(({ personaId, clave, sid }) => {
      const found = { persona_clave: clave, edicion_id: ids.edicionId };
      const wrong = [
        { ...ids, idCurso: offers[1 - n]!.idCurso },
        { ...ids, idPlantilla: offers[1 - n]!.idPlantilla },
        { ...ids, edicionId: randomUUID() },
        { ...ids, tipo: 'otro' },
      ];
      return [
        { ids, quien: { persona: personaId }, found },
        { ids, quien: { sesion: sid }, found },
        ...wrong.map((those) => ({ ids: those, quien: { sesion: sid }, found: undefined })),
      ];
    }),
  );
  const nobody = [{ persona: null }, { sesion: randomUUID() }].map((quien) => ({
    ...{ ids: offers[0]!, quien, found: undefined },
  }));
  const random = seededRandom(20261125);
  const all = [...asked, ...nobody].toSorted(() => random() - 0.5);
  const read = await Promise.all(all.map(({ ids, quien }) => readContexto(db, ids, quien)));
  expect(
    read.map((row) => row && { persona_clave: row.persona_clave, edicion_id: row.edicion_id }),
  ).toEqual(all.map(({ found }) => found));
});
