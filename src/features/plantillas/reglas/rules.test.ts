import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGLA_VENTANA } from '../../../../tests/factories/plantillas.ts';
import type { Hechos } from './contract.ts';
import { evaluateReglas, mayEnroll } from './rules.ts';

const ABRE = '2026-11-01T15:00:00.000Z';
const CIERRA = '2026-11-30T23:59:00.000Z';
const hechos: Hechos = { edicion: { inscripcionAbre: ABRE, inscripcionCierra: CIERRA } };
const at = (ahora: string, facts = hechos) =>
  evaluateReglas([REGLA_VENTANA], facts, new Date(ahora))[0]!;

describe('the window of enrolment', () => {
  it.each([
    [
      '2026-11-01T14:59:59.999Z',
      false,
      'La inscripción abre el 1 de noviembre de 2026, 09:00\u00a0h y cierra el 30 de noviembre de 2026, 17:59\u00a0h.',
    ],
    [
      ABRE,
      true,
      'La inscripción está abierta desde el 1 de noviembre de 2026, 09:00\u00a0h y cierra el 30 de noviembre de 2026, 17:59\u00a0h.',
    ],
    ['2026-11-30T23:58:59.999Z', true, 'La inscripción está abierta'],
    [CIERRA, false, 'La inscripción cerró el 30 de noviembre de 2026, 17:59\u00a0h.'],
  ])('at %s', (ahora, cumple, detalle) => {
    const result = at(ahora);
    expect(result).toMatchObject({ clave: 'ventana', efecto: 'impide', cumple, sinDato: false });
    expect(result.detalle).toContain(detalle);
    expect(result.mensaje).toBe(cumple ? null : REGLA_VENTANA.mensaje);
    expect(result.evidencia).toEqual({
      inscripcionAbre: ABRE,
      inscripcionCierra: CIERRA,
      ahora: new Date(ahora).toISOString(),
    });
  });

  it.each<Hechos>([
    { edicion: null },
    { edicion: { inscripcionAbre: null, inscripcionCierra: CIERRA } },
    { edicion: { inscripcionAbre: ABRE, inscripcionCierra: null } },
    { edicion: { inscripcionAbre: 'pronto', inscripcionCierra: CIERRA } },
  ])('without the fact is «sin dato», never a pass: %j', (facts) => {
    const result = at(ABRE, facts);
    expect(result).toMatchObject({ cumple: false, sinDato: true });
    expect(result.detalle).toContain('Sin dato');
    expect(mayEnroll([result])).toBe(false);
  });

  it('holds exactly between its ends', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (ahora) => {
        const inside = ahora >= new Date(ABRE) && ahora < new Date(CIERRA);
        expect(evaluateReglas([REGLA_VENTANA], hechos, ahora)[0]!.cumple).toBe(inside);
      }),
    );
  });
});

it('every rule gives a result; only one that «impide» stops', () => {
  const reglas = [
    { ...REGLA_VENTANA, clave: 'a', efecto: 'advierte' as const },
    { ...REGLA_VENTANA, clave: 'b' },
  ];
  const closed = evaluateReglas(reglas, hechos, new Date('2027-01-01'));
  expect(closed.map(({ clave, cumple }) => [clave, cumple])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  expect(mayEnroll(closed)).toBe(false);
  expect(mayEnroll(closed.slice(0, 1))).toBe(true);
  expect(evaluateReglas([], hechos, new Date())).toEqual([]);
});
