import { expect, it } from 'vitest';
import { type Antecedente, findEnHistoria } from './rules.ts';

const antecedente = (over: Partial<Antecedente>): Antecedente => ({
  edicionId: 'e1',
  estado: 'acreditada',
  enviadaEn: new Date('2026-01-10T16:00:00.000Z'),
  grupoId: null,
  cursoId: 'c1',
  cursoClaves: ['ARG-201'],
  cursoNombre: 'Argumentación',
  horas: 24,
  creditos: 1.5,
  edicionNombre: 'Edición 1',
  inicia: '2026-02-01',
  termina: '2026-03-01',
  cancelada: false,
  ...over,
});

it('counts the hours and credits of a course that was passed twice once', () => {
  const historia = {
    antecedentes: [
      antecedente({}),
      antecedente({ edicionId: 'e2', horas: 20 }),
      antecedente({ edicionId: 'e3', cursoId: 'c2', horas: 20, creditos: 1.25 }),
      antecedente({ edicionId: 'e4', cursoId: 'c3', estado: 'noAcreditada' }),
    ],
    edicion: null,
    sesionesDe: () => [],
    hoy: '2026-11-21',
  };
  expect(findEnHistoria('historia.horas', historia)).toEqual({ valor: 44 });
  expect(findEnHistoria('historia.creditos', historia)).toEqual({ valor: 2.75 });
});
