import { describe, expect, it } from 'vitest';
import { tipoOf } from '../rules.ts';
import { camposDe, porQueNo, TIPOS_EN_LOTE } from './rules.ts';

const one = { personaId: 'p', cumple: true, emitido: false, seImprime: true };

describe('who is issued one', () => {
  it('is who passed, once, and not whoever asks', () => {
    expect(porQueNo('edicion', one, 'q')).toBeNull();
    expect(porQueNo('edicion', one, null)).toBeNull();
    expect(porQueNo('edicion', one, 'p')).toMatch(/^Es usted/);
    expect(porQueNo('edicion', { ...one, cumple: false }, 'q')).toBe('No acreditó.');
    expect(porQueNo('ruta', { ...one, cumple: false }, 'q')).toBe('No ha completado la ruta.');
    expect(porQueNo('edicion', { ...one, cumple: null }, 'q')).toBe(
      'El acta no dice su resultado.',
    );
    expect(porQueNo('edicion', { ...one, emitido: true }, 'p')).toBe('Ya se le emitió.');
    expect(porQueNo('edicion', { ...one, seImprime: false }, 'q')).toContain('no se imprimen');
  });

  it('is of kinds that nobody else approves', () => {
    for (const tipo of TIPOS_EN_LOTE) expect(tipoOf(tipo).visto).toBe(false);
  });
});

it('each says their own grade, where the kind has one and it is wanted', () => {
  const campos = { horas: '40', calificacion: '7' };
  const con = { calificacion: 9.25 };
  expect(camposDe('certificado', campos, con, true)).toEqual({ horas: '40', calificacion: '9.25' });
  expect(camposDe('certificado', campos, con, false)).toEqual({ horas: '40' });
  expect(camposDe('certificado', campos, { calificacion: null }, true)).toEqual({ horas: '40' });
  expect(camposDe('certificacion', { horas: '40' }, con, true)).toEqual({ horas: '40' });
});
