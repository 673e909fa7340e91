import { describe, expect, it } from 'vitest';
import { advanceBulk, changedOf, filtersOfSelection, namesOf, startBulk } from './bulk.ts';

const did = (cambiadas: number, siguiente: string | null = null) => ({
  cambiadas,
  sinCambio: 0,
  fallas: [],
  siguiente,
});

describe('a batch', () => {
  it('goes through the chosen rows part by part, also past those that are no more', () => {
    const selection = {
      mode: 'some' as const,
      ids: Array.from({ length: 120 }, (_, i) => `r${i}`),
      count: 120,
    };
    let at = startBulk(selection, {});
    const sizes: number[] = [];
    while (at.next) {
      if (!('ids' in at.next)) throw new Error('chosen rows go by id');
      sizes.push(at.next.ids.length);
      at = advanceBulk(at, selection, did(at.next.ids.length - 1));
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(at).toMatchObject({ cambiadas: 117, vistas: 120 });
  });

  it('goes on over what the filters show from where the server says', () => {
    const selection = { mode: 'filtered' as const, except: ['b'], count: 90 };
    const filtros = { estado: 'activa' };
    let at = startBulk(selection, filtros);
    expect(at.next).toEqual({ filtros, excepto: ['b'], tras: null });
    at = advanceBulk(at, selection, did(50, 'k'));
    expect(at.next).toEqual({ filtros, excepto: ['b'], tras: 'k' });
    at = advanceBulk(at, selection, did(40));
    expect(at).toMatchObject({ next: null, cambiadas: 90, vistas: 90 });
  });

  it('says which of a choice it changed, only when it is known of each', () => {
    const chosen = { mode: 'some' as const, ids: ['a', 'b', 'c'], count: 3 };
    const changed = (more: object, selection: Parameters<typeof changedOf>[1] = chosen) =>
      changedOf(
        advanceBulk(startBulk(selection, {}), selection, { ...did(2), ...more }),
        selection,
      );
    const failed = { fallas: [{ id: 'b', nombre: 'Beto', mensaje: 'No.' }] };
    expect(changed(failed)).toEqual(['a', 'c']);
    expect(changed({ cambiadas: 0, ...failed })).toEqual([]);
    expect(changed({ sinCambio: 1 })).toEqual([]);
    expect(changed({}, { mode: 'filtered', except: [], count: 2 })).toEqual([]);
  });

  it('is exported by its rows, or by the filters without what was left out', () => {
    const filtros = { busqueda: 'ana' };
    expect(filtersOfSelection({ mode: 'some', ids: ['a'], count: 1 }, filtros)).toEqual({
      solo: ['a'],
    });
    expect(filtersOfSelection({ mode: 'filtered', except: ['b'], count: 9 }, filtros)).toEqual({
      busqueda: 'ana',
      excepto: ['b'],
    });
    expect(filtersOfSelection({ mode: 'filtered', except: [], count: 9 }, filtros)).toEqual(
      filtros,
    );
  });

  it('says whom it touches, and how many more', () => {
    const some = (names: string[] | undefined, count: number) =>
      namesOf({ mode: 'some', ids: [], count, ...(names && { names }) });
    expect(some(['Ana Ruiz'], 1)).toBe('Ana Ruiz');
    expect(some(['Ana Ruiz', 'Luis Paz'], 2)).toBe('Ana Ruiz y Luis Paz');
    expect(some(['Ana Ruiz', 'Luis Paz'], 1202)).toBe('Ana Ruiz, Luis Paz y 1,200 más');
    expect(some([], 3)).toBe('');
    expect(some(undefined, 3)).toBe('');
  });
});
