/** Looking for contradictions among rules holds nobody up: off the main thread, for so many milliseconds, once for each draft. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  contradiccionesDe,
  presupuestoDe,
} from '../../src/features/plantillas/reglas/contradicciones/rules.ts';
import { findTodosLosProblemas } from '../../src/features/plantillas/versiones/server/service.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { DEFINICION } from '../factories/plantillas.ts';
import { algunaDe, hoja, regla, todasDe } from '../factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

/** Fifty rules, each of fifty choices that fit in no other rule: within all that a definition may have. */
const reglas = Array.from({ length: 50 }, (_, r) => ({
  ...regla(
    todasDe(
      algunaDe(...Array.from({ length: 50 }, (_, i) => hoja('persona.edad', '=', r * 50 + i))),
    ),
  ),
  clave: `r${r}`,
  descripcion: `Regla ${r}`,
}));

it('a budget of no time finds nothing, and says nothing that it does not know', () => {
  const declarado = {
    clave: 'persona.edad',
    grupo: 'Persona',
    nombre: 'Edad',
    tipo: 'numero',
  } as const;
  let asked = 0;
  // A clock by which each look takes a millisecond.
  const quedaTiempo = presupuestoDe(200, () => asked++);
  const found = contradiccionesDe(reglas, [declarado], quedaTiempo);
  // After the budget each rule is passed over with one look.
  expect(asked).toBeLessThan(400);
  expect(found.length).toBeLessThanOrEqual(1);
});

it('a draft of fifty rules of fifty choices: saving and opening it leave the main thread free', async () => {
  const { token } = await makeCuenta(portal, { role: 'Admin' });
  const { result: made } = await portal.call(
    'createPlantilla',
    { nombre: 'Muchas reglas', descripcion: '', desde: null },
    { token },
  );
  const definicion = { ...DEFINICION, reglas };
  const before = process.threadCpuUsage();
  const saved = await portal.call(
    'saveVersionPlantilla',
    { versionId: made.versionId, revision: 0, definicion },
    { token },
  );
  expect(saved.http).toBe(200);
  for (let i = 0; i < 3; i++) {
    const opened = await portal.call(
      'getVersionPlantilla',
      { plantillaId: made.plantillaId, versionId: made.versionId },
      { token },
    );
    expect(opened.result.problemas).toEqual(saved.result.problemas);
  }
  const { user, system } = process.threadCpuUsage(before);
  // 2.2 to 23 s each time, before; what is left reads and writes 135 kB four times.
  expect((user + system) / 1000).toBeLessThan(2_000);
});

it('what could not be looked for is said, not taken for nothing found', async () => {
  const declara = [
    { clave: 'persona.edad', grupo: 'Persona', nombre: 'Edad', tipo: 'numero' } as const,
  ];
  const proveedor = { declara, load: async () => [] };
  // All at once, each another draft of one person: more than may wait.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, edad) =>
      findTodosLosProblemas(portal.services, [proveedor], {
        ...DEFINICION,
        reglas: [
          {
            ...regla(todasDe(hoja('persona.edad', '=', edad))),
            ...{ clave: 'edad', descripcion: 'Edad' },
          },
        ],
      }),
    ),
  );
  const said = answers.map((found) =>
    found.some(({ mensaje }) => /^No se pudo revisar/.test(mensaje)),
  );
  expect([said[0], said.at(-1)]).toEqual([false, true]);
});
