import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWorkingDays,
  calendarOf,
  workingDaysBetween,
} from '../../platform/shared/working-days.ts';
import { CATALOGOS, catalogoOf } from './definiciones/rules.ts';
import reference from './reference.json' with { type: 'json' };
import { camposDe, checkItem, hojasALaVista } from './rules.ts';

it('every catalog is well declared', () => {
  for (const catalogo of CATALOGOS) {
    const keys = camposDe(catalogo).map(({ key }) => key);
    expect(new Set(keys).size, catalogo.id).toBe(keys.length);
    for (const campo of camposDe(catalogo)) {
      expect(campo.kind === 'reference', `${catalogo.id}.${campo.key}`).toBe(
        campo.catalogo !== undefined,
      );
    }
  }
});

it('an item is cleaned and checked by what its catalog says', () => {
  const sedes = catalogoOf('sedes');
  expect(checkItem(sedes, { clave: ' S1 ', nombre: 'Una   sede', otro: 'x' })).toEqual({
    valores: { clave: 'S1', nombre: 'Una sede', entidad: null, domicilio: null, cupo: null },
    errores: {},
  });
  expect(Object.keys(checkItem(sedes, { clave: '', cupo: 0 }).errores)).toEqual([
    'clave',
    'nombre',
    'cupo',
  ]);
  const dias = catalogoOf('dias-inhabiles');
  const periodo = { clave: '2026-12-16', nombre: 'Periodo', hasta: '2026-12-01' };
  expect(checkItem(dias, periodo).errores).toHaveProperty('hasta');
  expect(checkItem(dias, { ...periodo, clave: '2026-02-30', hasta: null }).errores).toHaveProperty(
    'clave',
  );
  expect(
    checkItem(catalogoOf('tipos-documento'), { clave: 'A', nombre: 'A' }).valores.sensible,
  ).toBe(false);
});

/** The judicial calendar, as the catalog is sown with it. */
const JUDICIAL = reference.base['dias-inhabiles'].filas.map(([dia]) => String(dia));

it('holds on the judicial calendar for every day of its years', () => {
  const calendar = calendarOf(JUDICIAL);
  const FIRST = Date.UTC(2025, 0, 1);
  const day = fc
    .nat(3 * 365 - 1)
    .map((n) => new Date(FIRST + n * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 90 }), (from, n) => {
      const end = addWorkingDays(from, n, calendar);
      expect(workingDaysBetween(from, end, calendar)).toBe(n);
      expect(JUDICIAL).not.toContain(end);
      expect([0, 6]).not.toContain(new Date(`${end}T12:00:00Z`).getUTCDay());
    }),
    { numRuns: 500 },
  );
  // As a court would count it by hand: notified on Friday 11 September 2026, three days. 14 and 16
  // are holidays, so 15, 17 and 18 are counted.
  expect(addWorkingDays('2026-09-11', 3, calendar)).toBe('2026-09-18');
});

describe('the items that a tree shows', () => {
  const leaf = (id: string) => ({ item: { id, catalogo: 'organos' as const } });
  const branch = (id: string) => ({ item: { id, catalogo: 'circuitos' as const } });
  const ramas = new Map([
    [null, [branch('uno'), leaf('suelto'), branch('dos')]],
    ['uno', [branch('uno-a'), leaf('a')]],
    ['uno-a', [leaf('b'), leaf('c')]],
    ['dos', [leaf('d')]],
  ] as const);
  const seen = (...abiertas: string[]) =>
    hojasALaVista('organos', new Set(abiertas), (id) => ramas.get(id as null));

  it('are those of its open branches, from top to bottom', () => {
    expect(seen()).toEqual(['suelto']);
    expect(seen('uno', 'uno-a', 'dos')).toEqual(['b', 'c', 'a', 'suelto', 'd']);
    // Open within one that is closed: not in sight. Not yet there: nothing.
    expect(seen('uno-a')).toEqual(['suelto']);
    expect(seen('dos', 'tres')).toEqual(['suelto', 'd']);
  });
});
