import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCambios, CAMPOS, isIgual, readCorreccion } from './rules.ts';

const HOY = new Date('2026-11-22T18:00:00Z');
const ANA = {
  nombre: 'Ana',
  apellidoPaterno: 'Pérez',
  apellidoMaterno: 'Ruiz',
  curp: 'PERA880229MDFRZN09',
};

describe('what is asked to be corrected', () => {
  it('is only what differs, cleaned', () => {
    const { cambios, errores } = readCorreccion(
      ANA,
      { ...ANA, nombre: '  Ana   María ', curp: 'pera-880229 mdfrzn09' },
      HOY,
    );
    expect(cambios).toEqual({ nombre: 'Ana María' });
    expect(errores).toEqual({});
  });

  it('takes no CURP away, and takes one that is possible', () => {
    expect(readCorreccion(ANA, { ...ANA, curp: '' }, HOY).cambios).toEqual({});
    const { errores } = readCorreccion(ANA, { ...ANA, curp: 'PERA880230MDFRZN09' }, HOY);
    expect(errores.curp).toBeTruthy();
  });

  it('may leave one surname, not none', () => {
    expect(readCorreccion(ANA, { ...ANA, apellidoMaterno: ' ' }, HOY)).toEqual({
      cambios: { apellidoMaterno: '' },
      errores: {},
    });
    const none = { ...ANA, apellidoPaterno: '', apellidoMaterno: '' };
    expect(readCorreccion(ANA, none, HOY).errores.apellidoPaterno).toBeTruthy();
  });

  it('once applied leaves nothing to be asked for', () => {
    const identidad = fc.record({
      nombre: fc.string(),
      apellidoPaterno: fc.string(),
      apellidoMaterno: fc.string(),
      curp: fc.constantFrom('', ANA.curp),
    });
    fc.assert(
      fc.property(identidad, (escrita) => {
        const { cambios } = readCorreccion(ANA, escrita, HOY);
        const queda = applyCambios(ANA, cambios);
        expect(readCorreccion(queda, escrita, HOY).cambios).toEqual({});
        expect(isIgual(ANA, queda)).toBe(CAMPOS.every((campo) => !(campo in cambios)));
      }),
    );
  });
});
