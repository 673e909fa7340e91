import { expect, it } from 'vitest';
import type { Oferta } from './contract.ts';
import { canStart, opcionesDe, selectOfertas } from './rules.ts';

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
    reserva: null,
    espera: null,
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

it('one may begin where there is a seat for them, or a line', () => {
  const full = oferta('Llena', { libres: 0 });
  const espera = { antes: 3, porPuntos: false };
  expect(canStart(full)).toBe(false);
  expect(canStart({ ...full, espera })).toBe(true);
  expect(canStart({ ...oferta('Por abrir', { momento: 'proxima' }), espera })).toBe(false);
  const reserva = { paraUsted: 0, deTodas: 0, cupos: [] };
  expect(canStart({ ...oferta('De otras personas'), reserva })).toBe(false);
  expect(canStart({ ...oferta('De otras personas'), reserva, espera })).toBe(true);
  // What is full comes last, though one may wait for it.
  const { filas } = selectOfertas([{ ...full, espera }, oferta('Amparo')], SIN_FILTROS);
  expect(filas.map(({ curso }) => curso.nombre)).toEqual(['Amparo', 'Llena']);
});
