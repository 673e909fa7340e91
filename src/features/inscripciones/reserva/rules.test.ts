import { expect, it } from 'vitest';
import { cupoDe } from '../../../../tests/factories/reparto.ts';
import { SIN_REPARTO } from '../../plantillas/cupos/rules.ts';
import { llenoDe, reservaDe } from './rules.ts';

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

const RESERVA = look({ propios: [], libres: 11 })!;
const cabida = (more: Partial<Parameters<typeof llenoDe>[0]> = {}) =>
  llenoDe({ lugares: { cupo: 30, libres: 11 }, reserva: RESERVA, grupos: [], ...more });

it('where nobody waits it says before it is sent that there is no seat, why, and when there may be', () => {
  expect(RESERVA.paraUsted).toBe(0);
  expect(cabida()).toEqual({
    titulo: 'Ya no hay lugares para usted',
    texto: expect.stringContaining(
      'son de todas las personas desde el 7 de diciembre de 2026, 12:00',
    ),
  });
  expect(cabida({ reserva: null })).toBeNull();
  const never = { ...RESERVA, cupos: RESERVA.cupos.map((cupo) => ({ ...cupo, hasta: null })) };
  expect(cabida({ reserva: never })!.texto).toBe(
    'Los lugares que quedan se guardan para otras personas. Si se libera alguno, podrá inscribirse desde aquí mientras la inscripción siga abierta.',
  );
  expect(cabida({ lugares: { cupo: 1, libres: 0 } })!.texto).toContain('El único lugar');
  expect(cabida({ lugares: { cupo: 9, libres: 0 } })!.texto).toContain('Los 9 lugares');
  const grupos = [{ libres: 0 }, { libres: 0 }];
  expect(cabida({ reserva: null, grupos })!.titulo).toBe('Ya no hay lugares en ningún grupo');
  expect(cabida({ reserva: null, grupos: [...grupos, { libres: 1 }] })).toBeNull();
});
