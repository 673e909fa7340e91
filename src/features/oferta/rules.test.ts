import { expect, it } from 'vitest';
import type { EdicionOfrecida } from './contract.ts';
import { describeCabida } from './rules.ts';

it('says what is left for whoever reads it, and how long the line is', () => {
  const say = (
    libres: number,
    paraUsted: number | null,
    espera: EdicionOfrecida['espera'] = null,
    porConvocatoria = false,
  ) =>
    describeCabida({
      lugares: { cupo: 9, libres, ocupados: 9 - libres },
      reserva: paraUsted === null ? null : { paraUsted, deTodas: 0, cupos: [] },
      espera,
      edicion: { porConvocatoria },
    });
  const fila = { antes: 12, porPuntos: false };
  expect(say(4, null)).toBe('Quedan 4 lugares');
  expect(say(4, 4)).toBe('Quedan 4 lugares');
  expect(say(4, 1)).toBe('Queda 1 lugar para usted');
  expect(say(4, 0)).toBe('Sin lugares para usted');
  expect(say(0, null)).toBe('Sin lugares disponibles');
  expect(say(4, 2, fila)).toBe('Quedan 2 lugares para usted');
  expect(say(4, 0, fila)).toBe('Sin lugares para usted. Lista de espera: 12 lugares antes');
  expect(say(0, null, { ...fila, antes: 1 })).toBe(
    'Sin lugares disponibles. Lista de espera: 1 lugar antes',
  );
  expect(say(0, null, { antes: 0, porPuntos: true })).toContain('Lista de espera: nadie antes');
  // Its call gives them, whatever is taken.
  expect(say(0, null, null, true)).toBe('9 lugares');
  expect(say(0, null, { antes: 2, porPuntos: true })).toContain('hasta 2 lugares antes');
});
