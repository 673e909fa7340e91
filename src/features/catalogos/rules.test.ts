import { expect, it } from 'vitest';
import { CATALOGOS, catalogoOf } from './definiciones/rules.ts';
import { camposDe, checkItem, fold, mergeItem } from './rules.ts';

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

it('joins two changes, and asks only where they contradict', () => {
  const base = { nombre: 'A', cargo: 'B', nota: 'C', otro: 'D' };
  const mine = { ...base, nombre: 'mío', cargo: 'mío', otro: 'igual' };
  const theirs = { ...base, cargo: 'suyo', nota: 'suyo', otro: 'igual' };
  expect(mergeItem(base, mine, theirs)).toEqual({
    valores: { nombre: 'mío', cargo: 'mío', nota: 'suyo', otro: 'igual' },
    conflictos: ['cargo'],
    ajenos: ['nota'],
  });
});

it('compares without accents, case or doubled spaces', () => {
  expect(fold('  Ñandú  ÁÉÍ ')).toBe('nandu aei');
});
