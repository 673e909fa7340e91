import { describe, expect, it } from 'vitest';
import { readParams, type TableDefinition, viewOf } from './params.ts';
import { columnsOfView, findShown } from './saved-views.ts';

const definition = {
  sortable: ['nombre', 'alta'],
  sort: { id: 'nombre', desc: false },
  filters: {
    estado: {
      kind: 'select',
      label: 'Estado',
      options: [
        { value: 'activa', label: 'Activa' },
        { value: 'baja', label: 'Baja' },
      ],
      initial: 'activa',
    },
  },
} as const satisfies TableDefinition<never, string>;
const canonical = (text: string) =>
  viewOf(definition, readParams(definition, new URLSearchParams(text)));
const table = { viewOf: canonical, columns: ['nombre', 'correo', 'alta'], initial: ['alta'] };
const view = (id: string, parametros: string, ocultas: string[] | null = null) => ({
  id,
  parametros,
  ocultas,
});

describe('what a view holds', () => {
  it('is search, filters and order: neither the page nor how many rows', () => {
    const whole = 'buscar=ana&estado=baja&orden=-alta';
    expect(canonical(`${whole}&pagina=3&filas=100`)).toBe(whole);
    expect(canonical('pagina=3&filas=25&tras=abc')).toBe('');
    // A filter that is off, where the list has it on at first, is something to keep.
    expect(canonical('estado=')).toBe('estado=');
  });

  it('of an older table is what there is left of it', () => {
    expect(canonical('estado=suspendida&orden=edad&color=rojo&buscar=ana')).toBe('buscar=ana');
  });

  it('holds the columns only where they are not the table’s own', () => {
    expect(columnsOfView(['alta'], ['alta'])).toBeNull();
    expect(columnsOfView([], ['alta'])).toEqual([]);
    expect(columnsOfView(['correo', 'alta', 'correo'], ['alta'])).toEqual(['alta', 'correo']);
  });
});

describe('which view is shown', () => {
  const views = [
    view('bajas', 'estado=baja'),
    view('otra', 'estado=baja'),
    view('ancha', 'estado=baja', []),
    view('vieja', 'orden=-alta', ['alta', 'puesto']),
  ];
  const shown = (saved: string, hidden: string[] | null, picked: string | null = null) =>
    findShown(views, { view: saved, hidden, picked }, table)?.id ?? null;

  it('is the one that holds what the list shows; of two, the one that was picked', () => {
    expect(shown('estado=baja', null)).toBe('bajas');
    expect(shown('estado=baja', null, 'otra')).toBe('otra');
    expect(shown('estado=baja', [])).toBe('ancha');
    expect(shown('estado=baja', ['correo'])).toBeNull();
    expect(shown('buscar=ana&estado=baja', null, 'bajas')).toBeNull();
    expect(shown('', null)).toBeNull();
  });

  it('knows it again although it names a column that has gone', () => {
    expect(shown('orden=-alta', null)).toBe('vieja');
  });
});
