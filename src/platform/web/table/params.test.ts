import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countActive,
  isFiltering,
  isReference,
  joinPrivate,
  noFilters,
  paramNames,
  privateParams,
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
        const secrets = privateParams(DEFINITION);
        const { shown, kept } = splitPrivate(own, secrets);
        expect(kept).toEqual(isReference(search) ? {} : { buscar: search });
        if (kept.buscar !== undefined) expect(shown).toBe('pagina=3');
        expect(joinPrivate(shown, secrets, kept)).toBe(own);
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
      expect(splitPrivate(`buscar=${text}`, privateParams(DEFINITION))).toEqual({
        shown: `buscar=${text}`,
        kept: {},
      });
    }
    const shared = privateParams({ ...DEFINITION, sharedSearch: true });
    expect(splitPrivate('buscar=amparo', shared)).toEqual({ shown: 'buscar=amparo', kept: {} });
    expect(joinPrivate('pagina=2', shared, { buscar: 'amparo' })).toBe('pagina=2');
  });

  it('of a table among several is its own', () => {
    const secrets = privateParams({ ...DEFINITION, prefix: 'persona' });
    expect(secrets.map(({ name }) => name)).toEqual(['persona.buscar']);
    expect(splitPrivate('persona.buscar=Ana&persona.pagina=2', secrets)).toEqual({
      shown: 'persona.pagina=2',
      kept: { 'persona.buscar': 'Ana' },
    });
  });
});

describe('a property of the rows', () => {
  const PROPERTIES = {
    respuesta: {
      kind: 'property',
      label: 'Pregunta',
      properties: [
        {
          value: 'area',
          label: 'Área',
          by: 'options',
          options: [{ value: 'penal', label: 'Penal' }],
        },
        { value: 'nota', label: 'Nota', by: 'text' },
        { value: 'anios', label: 'Años', by: 'number' },
        { value: 'desde', label: 'Desde', by: 'date' },
      ],
    },
  } as const;
  const LOADING = { respuesta: { kind: 'property', label: 'Pregunta', properties: [] } } as const;
  const definition = (filters: typeof PROPERTIES | typeof LOADING) =>
    ({ sortable: [], sort: { id: '', desc: false }, filters }) as const;
  const asked = (text: string, filters: typeof PROPERTIES | typeof LOADING = PROPERTIES) =>
    readParams(definition(filters), new URLSearchParams({ respuesta: text })).filters.respuesta;

  it.each([
    ['area:penal', { property: 'area', is: 'penal' }],
    ['nota:~Ana: 1..2', { property: 'nota', says: 'Ana: 1..2' }],
    ['anios:8.5..', { property: 'anios', desde: '8.5' }],
    ['anios:-1..10', { property: 'anios', desde: '-1', hasta: '10' }],
    ['desde:..2020-02-29', { property: 'desde', hasta: '2020-02-29' }],
  ])('is asked for by its kind, also while it is not known which there are: %s', (text, value) => {
    for (const filters of [PROPERTIES, LOADING]) {
      expect(asked(text, filters)).toEqual(value);
      const values = readParams(definition(filters), new URLSearchParams({ respuesta: text }));
      expect(writeParams(definition(filters), values as never).get('respuesta')).toBe(text);
    }
  });

  it.each([
    'area',
    'area:otra',
    'area:~penal',
    'nota:penal',
    'nota:~ ',
    'anios:..',
    'anios:2020-02-29..',
    'desde:2020-02-30..',
    'otra:~x',
  ])('that does not fit is none: %s', (text) => expect(asked(text)).toBeUndefined());

  it('its words are kept out of the address, and nothing else of it', () => {
    const secrets = privateParams(definition(PROPERTIES));
    const own = new URLSearchParams({ respuesta: 'nota:~Ana', filas: '25' }).toString();
    const { shown, kept } = splitPrivate(own, secrets);
    expect([shown, kept]).toEqual(['filas=25', { respuesta: 'nota:~Ana' }]);
    expect(joinPrivate(shown, secrets, kept)).toBe(own);
    expect(splitPrivate('respuesta=anios%3A1..2', secrets).kept).toEqual({});
  });
});
