import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFINICION } from '../../../../tests/factories/plantillas.ts';
import type { Definicion } from '../contract.ts';
import { definicionSchema } from '../escritura/contract.ts';
import { CLASES } from '../formulario/campos/rules.ts';
import { fieldsOf } from '../formulario/rules.ts';
import { insertSeccion } from '../secciones/rules.ts';
import {
  act,
  addCampo,
  addSeccion,
  begin,
  changeTipo,
  copyCampo,
  freeClave,
  isSaved,
  isUndoneOn,
  moveSeccion,
  placeBeside,
  placeCampo,
  placeSeccion,
  rebase,
  redo,
  removeCampo,
  renameCampo,
  sayLugar,
  sayLugarDeSeccion,
  setCampo,
  stepCampo,
  undo,
} from './rules.ts';

const claves = (def: Definicion) => fieldsOf(def).map(({ clave }) => clave);
const TIPOS = CLASES.map(({ tipo }) => tipo);

it('a key comes of what is asked, is one that may be written, and is nobody else’s', () => {
  expect(freeClave([], 'campo', '¿En qué área se desempeña?')).toBe('enQueAreaSeDesempena');
  expect(freeClave(['cargo'], 'campo', 'Cargo')).toBe('cargo2');
  expect(freeClave(['campo1'], 'campo', '')).toBe('campo2');
  expect(freeClave([], 'campo', '2026')).toBe('campo1');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, taken) => {
      const clave = freeClave(taken, 'campo', text);
      expect(clave).toMatch(/^[a-z][A-Za-z0-9]{0,39}$/);
      expect(taken).not.toContain(clave);
    }),
  );
});

describe('whatever is done to a form', () => {
  const arbitraryAct = fc.oneof(
    ...[
      fc.constant((d: Definicion) => addSeccion(d).definicion),
      fc.tuple(fc.nat(), fc.constantFrom(...TIPOS)).map(
        ([n, tipo]) =>
          (d: Definicion) =>
            d.secciones.length === 0
              ? d
              : addCampo(d, d.secciones[n % d.secciones.length]!.clave, tipo).definicion,
      ),
      fc
        .tuple(fc.nat(), fc.constantFrom(...TIPOS), fc.nat(6), fc.boolean())
        .map(([n, tipo, kind, up]) => (d: Definicion) => {
          const all = claves(d);
          const clave = all[n % all.length];
          const seccion = d.secciones[n % d.secciones.length]?.clave;
          if (!clave || !seccion) return d;
          return [
            () => removeCampo(d, clave),
            () => copyCampo(d, clave).definicion,
            () => changeTipo(d, clave, tipo),
            () => stepCampo(d, clave, up ? -1 : 1),
            () => placeCampo(d, clave, seccion, n % 4),
            () => moveSeccion(d, seccion, up ? -1 : 1),
            () => setCampo(d, clave, { ayuda: up ? 'Ayuda' : undefined }),
          ][kind]!();
        }),
    ],
  );

  it('no key is there twice, moving loses and adds nothing, and undoing all gives what there was', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAct, { maxLength: 40 }), (acts) => {
        let state = begin(DEFINICION);
        for (const [i, one] of acts.entries()) {
          const next = one(state.now);
          state = act(state, next, null, i);
          expect(new Set(claves(next)).size).toBe(claves(next).length);
          const names = next.secciones.map(({ clave }) => clave);
          expect(new Set(names).size).toBe(names.length);
        }
        const last = state.now;
        const done = state.past.length;
        for (let i = 0; i < done; i++) state = undo(state);
        expect(state.now).toEqual(DEFINICION);
        for (let i = 0; i < done; i++) state = redo(state);
        expect(state.now).toEqual(last);
      }),
    );
  });

  it('a section goes before another one or after it, and stays where it is already', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((clave) => ({ clave, titulo: clave, campos: [] }));
    const def: Definicion = { ...DEFINICION, secciones: [a!, b!, c!] };
    const order = (clave: string, otra: string, after: boolean) =>
      placeSeccion(def, clave, { otra, after })
        .secciones.map((one) => one.clave)
        .join('');
    expect([order('a', 'c', true), order('a', 'c', false)]).toEqual(['bca', 'bac']);
    expect([order('c', 'a', false), order('c', 'a', true)]).toEqual(['cab', 'acb']);
    for (const same of [
      placeSeccion(def, 'b', { otra: 'a', after: true }),
      placeSeccion(def, 'b', { otra: 'c', after: false }),
      placeSeccion(def, 'b', { otra: 'b', after: true }),
      placeSeccion(def, 'b', { otra: 'no', after: true }),
    ]) {
      expect(same).toBe(def);
    }
    expect(sayLugarDeSeccion(def, 'b')).toBe('lugar 2 de 3');
  });

  it('a step moves one place in the form, through every section, and back again', () => {
    const first = claves(DEFINICION)[0]!;
    let def: Definicion = DEFINICION;
    const places = new Set<string>();
    for (let i = 0; i < 100; i++) {
      def = stepCampo(def, first, 1);
      expect(claves(def).sort()).toEqual(claves(DEFINICION).sort());
      places.add(JSON.stringify(def.secciones.map(({ campos }) => campos.map((c) => c.clave))));
    }
    expect(claves(def).at(-1)).toBe(first);
    expect(places.size).toBe(fieldsOf(DEFINICION).length - 1 + DEFINICION.secciones.length - 1);
    for (let i = 0; i < 100; i++) def = stepCampo(def, first, -1);
    expect(def).toEqual(DEFINICION);
  });
});

it('where a field stands is said with its section, also where it went to another', () => {
  const campo = { etiqueta: 'X', tipo: 'texto', obligatorio: true } as const;
  const def = {
    secciones: [
      { clave: 'a', titulo: 'Datos', campos: [{ ...campo, clave: 'uno' }] },
      { clave: 'b', titulo: '', campos: [{ ...campo, clave: 'dos' }] },
    ],
    reglas: [],
  } as Definicion;
  expect(sayLugar(def, 'dos')).toBe('lugar 1 de 1 de «Sección 2»');
  expect(sayLugar(stepCampo(def, 'dos', -1), 'dos')).toBe('lugar 2 de 2 de «Datos»');
  // At either end there is nowhere to go.
  expect(stepCampo(def, 'uno', -1)).toBe(def);
  expect(stepCampo(def, 'dos', 1)).toBe(def);
});

it('a field is let go before another one or after it, wherever each stands', () => {
  const campo = (clave: string) =>
    ({ clave, etiqueta: clave, tipo: 'texto', obligatorio: true }) as const;
  const def: Definicion = {
    ...DEFINICION,
    secciones: [
      { clave: 'a', titulo: 'A', campos: ['uno', 'dos', 'tres'].map(campo) },
      { clave: 'b', titulo: 'B', campos: ['cuatro'].map(campo) },
    ],
  };
  const beside = (clave: string, otro: string, after: boolean) => {
    const next = placeBeside(def, clave, { otro, after });
    return next === def
      ? 'alike'
      : next.secciones.map(({ campos }) => campos.map((one) => one.clave).join(' ')).join(' | ');
  };
  expect(beside('uno', 'tres', false)).toBe('dos uno tres | cuatro');
  expect(beside('uno', 'tres', true)).toBe('dos tres uno | cuatro');
  expect(beside('tres', 'uno', true)).toBe('uno tres dos | cuatro');
  expect(beside('dos', 'cuatro', true)).toBe('uno tres | cuatro dos');
  expect(beside('cuatro', 'uno', false)).toBe('cuatro uno dos tres | ');
  // What stands there already is no act to undo.
  for (const [otro, after] of [
    ['dos', false],
    ['dos', true],
    ['uno', true],
    ['tres', false],
  ] as const)
    expect(beside('dos', otro, after)).toBe('alike');
  expect(placeCampo(def, 'tres', 'a', Number.POSITIVE_INFINITY)).toBe(def);
});

it('no new field is given a key that another version used, however it comes into the form', () => {
  const def: Definicion = {
    secciones: [{ clave: 'a', titulo: 'A', campos: [] }],
    reglas: DEFINICION.reglas,
  };
  const one = addCampo(def, 'a', 'texto', ['campo1', 'campo2']);
  expect(one.clave).toBe('campo3');
  // Taken away from this version, it is still what the others' answers are kept under.
  const empty = removeCampo(one.definicion, 'campo3');
  expect(addCampo(empty, 'a', 'texto', ['campo3']).clave).toBe('campo1');
  expect(addCampo(empty, 'a', 'texto', ['campo1', 'campo3']).clave).toBe('campo2');
  expect(copyCampo(one.definicion, 'campo3', ['campo1', 'campo2']).clave).toBe('campo4');
  const suelta = { clave: 'b', titulo: 'B', campos: fieldsOf(one.definicion) };
  const joined = insertSeccion(empty, suelta, ['campo3']).definicion;
  expect(claves(joined)).not.toContain('campo3');
});

it('a field of each kind, once it is called something, may be published', () => {
  for (const tipo of TIPOS) {
    const start: Definicion = {
      secciones: [{ clave: 'a', titulo: 'A', campos: [] }],
      reglas: DEFINICION.reglas,
    };
    const { definicion, clave } = addCampo(start, 'a', tipo);
    const named = setCampo(definicion, clave, { etiqueta: 'Algo' });
    const more = { declaracion: { texto: 'Acepto.' }, documento: { documento: 'TITULO' } };
    const whole = setCampo(named, clave, tipo in more ? more[tipo as keyof typeof more] : {});
    expect(definicionSchema.safeParse(whole).error?.issues ?? []).toEqual([]);
  }
});

it('a key that changes takes along what depends on it', () => {
  const renamed = renameCampo(DEFINICION, 'perfil', 'puesto');
  expect(JSON.stringify(renamed)).not.toContain('"perfil"');
  expect(fieldsOf(renamed).find(({ clave }) => clave === 'otroPerfil')?.visibleSi?.campo).toBe(
    'puesto',
  );
});

it('typing in one field is one act; after a moment, or in another, it is one more', () => {
  let state = begin('');
  state = act(state, 'a', 'x', 0);
  state = act(state, 'ab', 'x', 500);
  state = act(state, 'abc', 'x', 1_900);
  expect(state.past).toEqual(['']);
  state = act(state, 'abcd', 'x', 9_000);
  state = act(state, 'abcde', 'y', 9_001);
  expect(state.past).toEqual(['', 'abc', 'abcd']);
  expect(undo(undo(state)).now).toBe('abc');
  // What is done after undoing forgets what was undone.
  expect(redo(act(undo(state), 'z', null, 9_002)).now).toBe('z');
});

it('what somebody else wrote meanwhile is not undone with what was done here', () => {
  const mine = act(act(begin(['a']), ['a', 'b'], null, 0), ['a', 'b', 'c'], null, 1);
  const joined = rebase(undo(mine), ['a', 'b', 'suyo'], (one) => [...one, 'suyo']);
  expect(undo(joined).now).toEqual(['a', 'suyo']);
  expect(redo(joined).now).toEqual(['a', 'b', 'c', 'suyo']);
});

it('what the other wrote over leaves no act that does nothing', () => {
  const mine = act(act(act(begin('a'), 'b', null, 0), 'c', null, 1), 'd', null, 2);
  // Theirs says what both of the last two acts said otherwise.
  const joined = rebase(mine, 'suyo', (one) => (one === 'a' ? 'a, suyo' : 'suyo'));
  expect(joined.past).toEqual(['a, suyo']);
  expect(rebase(undo(mine), 'suyo', () => 'suyo')).toMatchObject({ past: [], future: [] });
});

it('what was done stays undoable on the next visit, on its own screen, or where it is not saved yet', () => {
  const pasado = act(act(begin({ a: 1 }), { a: 2 }, null, 0), { a: 3 }, 'x', 1);
  const found = { base: { a: 3 }, pasado, pantalla: 'formulario' };
  expect(isSaved(found)).toBe(true);
  expect(isSaved({ ...found, base: { a: 2 } })).toBe(false);
  expect(isUndoneOn(found, 'formulario')).toBe(true);
  expect(isUndoneOn(found, 'reglas')).toBe(false);
  expect(isUndoneOn({ ...found, base: { a: 2 } }, 'reglas')).toBe(true);
  // On what the server has, where nobody wrote since: the same, and typing on is another act.
  const again = rebase(found.pasado, found.pasado.now, (one) => one);
  expect(undo(again).now).toEqual({ a: 2 });
  expect(act(again, { a: 4 }, 'x', 2).past).toHaveLength(3);
});
