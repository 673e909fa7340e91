import { expect, it } from 'vitest';
import type { Oferta } from './contract.ts';
import { opcionesDe, selectOfertas } from './rules.ts';

const oferta = (
  nombre: string,
  {
    libres = 5,
    momento = 'abierta',
    estado = null,
    sede = 'Sede central',
    tipo = 'Curso',
  }: {
    libres?: number;
    momento?: Oferta['momento'];
    estado?: NonNullable<Oferta['inscripcion']>['estado'] | null;
    sede?: string | null;
    tipo?: string;
  } = {},
) =>
  ({
    curso: {
      nombre,
      clave: 'X',
      area: 'Penal',
      tipo: { nombre: tipo },
      modalidad: { nombre: 'Mixta' },
    },
    edicion: { nombre: 'Edición 1', sede, cancelada: false },
    lugares: { cupo: 9, libres },
    momento,
    inscripcion: estado && { id: nombre, estado },
  }) as unknown as Oferta;

const SIN_FILTROS = { buscar: '', tipo: '', modalidad: '', sede: '' };
const OFERTAS = [
  oferta('Llena', { libres: 0 }),
  oferta('Próxima', { momento: 'proxima' }),
  oferta('Inscrita', { estado: 'inscrita' }),
  oferta('Amparo'),
  oferta('Con borrador', { estado: 'borrador', sede: null }),
  oferta('Taller', { tipo: 'Taller' }),
];
const names = (filtros: Partial<typeof SIN_FILTROS>) =>
  selectOfertas(OFERTAS, { ...SIN_FILTROS, ...filtros }).filas.map(({ curso }) => curso.nombre);

it('offers first what one can take, and last what is full', () => {
  expect(names({})).toEqual(['Amparo', 'Con borrador', 'Taller', 'Inscrita', 'Próxima', 'Llena']);
});

it('is narrowed by what the address says, and by words', () => {
  expect(names({ tipo: 'Taller' })).toEqual(['Taller']);
  expect(names({ sede: 'Sede central', buscar: 'amparo' })).toEqual(['Amparo']);
  expect(names({ modalidad: 'Ninguna' })).toEqual([]);
  expect(opcionesDe(OFERTAS, 'sede')).toEqual(['Sede central']);
  expect(opcionesDe(OFERTAS, 'tipo')).toEqual(['Curso', 'Taller']);
});
