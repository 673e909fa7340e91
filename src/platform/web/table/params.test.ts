import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countActive,
  isFiltering,
  isReference,
  joinPrivate,
  noFilters,
  paramNames,
  privateName,
  readParams,
  splitPrivate,
  type TableDefinition,
  writeParams,
} from './params.ts';

const FILTERS = {
  estado: {
    kind: 'select',
    label: 'Estado',
    initial: 'activa',
    options: [
      { value: 'activa', label: 'Activa' },
      { value: 'baja', label: 'Baja' },
    ],
  },
  circuito: {
    kind: 'multi',
    label: 'Circuito',
    options: [
      { value: '1', label: 'Primero' },
      { value: '2', label: 'Segundo' },
    ],
  },
  sede: { kind: 'select', label: 'Sede', options: [] },
  alta: { kind: 'dates', label: 'Alta' },
} as const;

const DEFINITION = {
  sortable: ['nombre', 'alta'],
  sort: { id: 'nombre', desc: false },
  filters: FILTERS,
} satisfies TableDefinition<typeof FILTERS, 'nombre' | 'alta'>;

const read = (search: string) => readParams(DEFINITION, new URLSearchParams(search));

describe('what the address says about a table', () => {
  it('is the table as at first when it says nothing', () => {
    expect(read('')).toEqual({
      search: '',
      filters: { estado: 'activa', circuito: [], sede: undefined, alta: {} },
      sort: { id: 'nombre', desc: false },
      page: 1,
      pageSize: 50,
      cursor: null,
    });
  });

  it('is read when it fits', () => {
    expect(
      read(
        'buscar=ana&estado=baja&circuito=2&circuito=1&alta=2026-01-01..&orden=-alta&pagina=3&filas=100',
      ),
    ).toEqual({
      search: 'ana',
      filters: {
        estado: 'baja',
        circuito: ['2', '1'],
        sede: undefined,
        alta: { desde: '2026-01-01' },
      },
      sort: { id: 'alta', desc: true },
      page: 3,
      pageSize: 100,
      cursor: null,
    });
  });

  it('an empty value takes an initial filter off', () => {
    expect(read('estado=').filters.estado).toBeUndefined();
  });

  it('keeps a value while its options are not known', () => {
    expect(read('sede=7').filters.sede).toBe('7');
  });

  it.each([
    'orden=drop&pagina=0&filas=7&estado=otra&circuito=9&alta=2026-02-30..ayer',
    'orden=-&pagina=1.5&filas=-1&alta=..',
    'pagina=1e9&filas=NaN',
  ])('is not believed otherwise: %s', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('says only what is not as at first, and nothing of other parameters', () => {
    const written = (search: string) => writeParams(DEFINITION, read(search)).toString();
    expect(written('estado=activa&pagina=1&orden=nombre&filas=50&otro=1')).toBe('');
    expect(written('estado=&pagina=2')).toBe('estado=&pagina=2');
    expect(countActive(FILTERS, read('estado=&circuito=1&buscar=x').filters)).toBe(2);
  });

  it('knows that a filter which is on at first leaves things out, and how all are put off', () => {
    expect(isFiltering(FILTERS, read('').filters)).toBe(true);
    const off = noFilters(FILTERS);
    expect(isFiltering(FILTERS, off)).toBe(false);
    expect(writeParams(DEFINITION, { ...read(''), filters: off as never }).toString()).toBe(
      'estado=',
    );
  });

  it('survives being written and read again', () => {
    fc.assert(
      fc.property(
        fc.record({
          search: fc.string({ maxLength: 100 }),
          filters: fc.record({
            estado: fc.constantFrom(undefined, 'activa' as const, 'baja' as const),
            circuito: fc.constantFrom([], ['1'] as const, ['2', '1'] as const),
            sede: fc.constantFrom(undefined, '12'),
            alta: fc.constantFrom(
              {},
              { desde: '2026-01-01' },
              { hasta: '2026-12-31' },
              { desde: '2026-01-01', hasta: '2026-01-31' },
            ),
          }),
          sort: fc.record({ id: fc.constantFrom('nombre', 'alta'), desc: fc.boolean() }),
          page: fc.integer({ min: 1, max: 100_000 }),
          pageSize: fc.constantFrom(25, 50, 100),
          cursor: fc.constantFrom(null, { tras: '120' }, { antes: 'a_b-9' }),
        }),
        (values) => {
          const params = writeParams(DEFINITION, values as never);
          expect(readParams(DEFINITION, new URLSearchParams(params.toString()))).toEqual(values);
        },
      ),
    );
  });

  it('two tables of one screen do not share parameters', () => {
    const other = { ...DEFINITION, prefix: 'b' };
    expect(paramNames(other).some((name) => paramNames(DEFINITION).includes(name))).toBe(false);
    expect(readParams(other, new URLSearchParams('pagina=4&b.pagina=2')).page).toBe(2);
  });
});

describe('what is searched for', () => {
  const UID = 'jFkAb3_x-9QmRtYuIoPz';

  it('is never in the part of the address, and comes back whole', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 100 }), (search) => {
        const values = { ...readParams(DEFINITION, new URLSearchParams()), search, page: 3 };
        const own = writeParams(DEFINITION, values).toString();
        const name = privateName(DEFINITION);
        const { shown, kept } = splitPrivate(own, name);
        expect(kept).toBe(isReference(search) ? null : search);
        if (kept !== null) expect(shown).toBe('pagina=3');
        expect(joinPrivate(shown, name, kept)).toBe(own);
      }),
    );
  });

  it.each([
    'PERA900101MDFRNN09',
    'SC202600100',
    'ana@correo.example',
    'Ana Pérez',
    'MariaGuadalupePerezGo',
  ])('of a person is no reference: %s', (text) => expect(isReference(text)).toBe(false));

  it('by the id of a record, or of what is nobody’s, may be shared', () => {
    const uuid = '0192e4a7-51b3-4c2e-8f0a-1b2c3d4e5f60';
    for (const text of [UID, uuid]) {
      expect(splitPrivate(`buscar=${text}`, 'buscar')).toEqual({
        shown: `buscar=${text}`,
        kept: null,
      });
    }
    const shared = privateName({ ...DEFINITION, sharedSearch: true });
    expect(splitPrivate('buscar=amparo', shared)).toEqual({ shown: 'buscar=amparo', kept: null });
    expect(joinPrivate('pagina=2', shared, 'amparo')).toBe('pagina=2');
  });

  it('of a table among several is its own', () => {
    const name = privateName({ ...DEFINITION, prefix: 'persona' });
    expect(name).toBe('persona.buscar');
    expect(splitPrivate('persona.buscar=Ana&persona.pagina=2', name)).toEqual({
      shown: 'persona.pagina=2',
      kept: 'Ana',
    });
  });
});
