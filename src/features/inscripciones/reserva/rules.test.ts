import { expect, it } from 'vitest';
import { cupoDe } from '../../../../tests/factories/reparto.ts';
import { SIN_REPARTO } from '../../plantillas/cupos/rules.ts';
import { reservaDe } from './rules.ts';

const CIERRA = new Date('2026-12-10T18:00:00Z');
const AHORA = new Date('2026-12-01T18:00:00Z');
const reparto = { ...SIN_REPARTO, cupos: [cupoDe('H', 10), cupoDe('M', 5, { liberaDias: null })] };
const look = (more: Partial<Parameters<typeof reservaDe>[1]> = {}) =>
  reservaDe(reparto, {
    ...{ propios: ['mujeres'], ocupados: new Map([['hombres', 4]]), libres: 16 },
    ...{ cierra: CIERRA, ahora: AHORA, ...more },
  });

it('says what is kept for whom and until when, and what is left for whoever asks', () => {
  expect(look()).toEqual({
    deTodas: 5,
    paraUsted: 10,
    cupos: [
      {
        ...{ nombre: 'Hombres', lugares: 10, libres: 6, propio: false },
        hasta: '2026-12-07T18:00:00.000Z',
      },
      { nombre: 'Mujeres', lugares: 5, libres: 5, propio: true, hasta: null },
    ],
  });
  expect(look({ propios: [] })).toMatchObject({ deTodas: 5, paraUsted: 5 });
});

it('what was released is everybody’s, and nobody is promised more than there is', () => {
  const after = look({ ahora: new Date('2026-12-07T18:00:00Z') });
  expect(after).toMatchObject({ deTodas: 11, paraUsted: 16, cupos: [{ nombre: 'Mujeres' }] });
  expect(look({ libres: 3 })).toMatchObject({ deTodas: 0, paraUsted: 3 });
  expect(look({ libres: 0 })).toMatchObject({ deTodas: 0, paraUsted: 0 });
  expect(
    reservaDe(SIN_REPARTO, {
      ...{ propios: [], ocupados: new Map(), libres: 3, cierra: CIERRA, ahora: AHORA },
    }),
  ).toBeNull();
});
