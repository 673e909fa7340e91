/** Opening hours and canned answers over HTTP: who changes them, and how two who do so at a time fare. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { ERRORES_SOPORTE as ERRORES } from '../../errors.ts';

let portal: TestPortal;
let [admin, escolar, ana] = [] as unknown as { token: string }[] as [
  { token: string },
  { token: string },
  { token: string },
];
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  const { id } = await makePersona(portal.services.db);
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  ana = await makeCuenta(portal, { personaId: id });
});
afterAll(() => portal.stop());

const call = (who: { token: string }, name: string, data: unknown = null) =>
  portal.call(name, data, { token: who.token });

const HORARIO = {
  semana: [
    { dia: 1, de: '09:00', a: '14:00' },
    { dia: 1, de: '16:00', a: '18:00' },
  ],
  excepciones: [{ fecha: '2026-12-24', intervalos: [], motivo: 'Nochebuena' }],
};

it('hours are changed by Admin, from the revision that they saw', async () => {
  const first = await call(escolar, 'getHorariosSoporte');
  expect(first.error).toBeUndefined();
  const before = first.result!;
  expect(before).toMatchObject({ semana: [], puedeCambiar: false });
  const change = { ...HORARIO, revision: before.revision };
  for (const who of [escolar, ana]) {
    expect((await call(who, 'saveHorariosSoporte', change)).error?.status).toBe(
      'PERMISSION_DENIED',
    );
  }
  expect((await call(admin, 'saveHorariosSoporte', change)).error).toBeUndefined();
  expect((await call(admin, 'saveHorariosSoporte', change)).error?.details.code).toBe(
    ERRORES.revision.code,
  );
  const after = (await call(admin, 'getHorariosSoporte')).result!;
  expect(after).toMatchObject({ ...HORARIO, puedeCambiar: true, revision: before.revision + 1 });
  const overlapping = [...HORARIO.semana, { dia: 1, de: '13:00', a: '15:00' }];
  expect(
    (await call(admin, 'saveHorariosSoporte', { ...after, semana: overlapping })).error,
  ).toBeDefined();
  const wrong = { semana: overlapping, excepciones: [], revision: after.revision };
  expect((await call(admin, 'saveHorariosSoporte', wrong)).error?.details.code).toBe(
    ERRORES.encimado.code,
  );
});

it('canned answers name known fields only, and are changed by one at a time', async () => {
  const nueva = { titulo: 'Saludo', texto: 'Hola, {nombre}.' };
  expect((await call(escolar, 'createRespuestaSoporte', nueva)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  const unknown = { ...nueva, texto: 'Hola, {curp}.' };
  expect((await call(admin, 'createRespuestaSoporte', unknown)).error?.details.code).toBe(
    ERRORES.campoDesconocido.code,
  );
  const { id } = (await call(admin, 'createRespuestaSoporte', nueva)).result!;
  const change = { id, ...nueva, retirada: true, revision: 1 };
  expect((await call(admin, 'updateRespuestaSoporte', change)).result).toEqual({ revision: 2 });
  expect((await call(admin, 'updateRespuestaSoporte', change)).error?.details.code).toBe(
    ERRORES.revision.code,
  );
  const { respuestas } = (await call(escolar, 'listRespuestasSoporte')).result!;
  expect(respuestas).toMatchObject([{ titulo: 'Saludo', retirada: true, revision: 2 }]);
  expect((await call(ana, 'listRespuestasSoporte')).error?.status).toBe('PERMISSION_DENIED');
});
